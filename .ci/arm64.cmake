# Builds for Arm64 Linux on another machine, by ziglang: `make test-arm64`.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER "${CMAKE_CURRENT_LIST_DIR}/arm64-cc")
set(CMAKE_ASM_COMPILER "${CMAKE_CURRENT_LIST_DIR}/arm64-cc")

# Debian's pyconfig.h includes another by the architecture's name.  There is only x86-64's here; both are LP64.
set(HEADERS "${CMAKE_CURRENT_LIST_DIR}/../build/arm64/include")
file(GLOB PYTHONS /usr/include/x86_64-linux-gnu/python3.*)
foreach(PYTHON IN LISTS PYTHONS)
  cmake_path(GET PYTHON FILENAME NAME)
  file(MAKE_DIRECTORY "${HEADERS}/aarch64-linux-gnu")
  file(CREATE_LINK "${PYTHON}" "${HEADERS}/aarch64-linux-gnu/${NAME}" SYMBOLIC)
endforeach()
set(CMAKE_C_FLAGS_INIT "-I\"${HEADERS}\"")
