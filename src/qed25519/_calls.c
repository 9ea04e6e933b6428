/* qed25519._calls: the routines as Python functions of bytes, for a call that takes less than what cffi's does.
 *
 * function(address, out, lengths, flag) is a function of len(lengths) arguments, each bytes of the given length.  It calls
 * the routine at the address with, in this order, a new buffer of `out` bytes, unless out is 0, and the arguments' bytes.
 * Its value is the buffer as bytes; where `flag` is true, the routine's result, a u64, after it; without a buffer, that
 * result alone.  Nothing of it stays in memory that Python does not own.  The GIL is released during the call.
 *
 * Buffers are disjoint, and at addresses that 8 divides: an argument that is given twice is copied.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define MOST_ARGUMENTS 3
#define LONGEST 4096

/* Addresses that a routine does not ask for are not read, and a result that it does not give is ignored: registers. */
typedef uint64_t routine_t(const void *, const void *, const void *, const void *);

typedef struct {
    routine_t *routine;
    Py_ssize_t out, count, lengths[MOST_ARGUMENTS];
    int flag;
} call_t;

static const char CAPSULE[] = "qed25519._calls.call";

static int check(const call_t *call, PyObject *const *arguments, Py_ssize_t count) {
    if (count != call->count) {
        PyErr_Format(PyExc_TypeError, "%zd arguments were given; expected %zd", count, call->count);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (!PyBytes_CheckExact(arguments[i])) {
            PyErr_Format(PyExc_TypeError, "argument %zd is no bytes object", i + 1);
            return -1;
        }
        if (PyBytes_Size(arguments[i]) != call->lengths[i]) {
            PyErr_Format(PyExc_ValueError, "argument %zd is %zd bytes long; expected %zd", i + 1,
                         PyBytes_Size(arguments[i]), call->lengths[i]);
            return -1;
        }
    }
    return 0;
}

/* For what is given twice, a copy; otherwise the object itself.  A new reference, or NULL with an exception. */
static PyObject *disjoint(PyObject *const *arguments, Py_ssize_t place) {
    for (Py_ssize_t i = 0; i < place; i++)
        if (arguments[i] == arguments[place])
            return PyBytes_FromStringAndSize(PyBytes_AsString(arguments[place]), PyBytes_Size(arguments[place]));
    Py_INCREF(arguments[place]);
    return arguments[place];
}

static PyObject *result_of(const call_t *call, PyObject *out, uint64_t result) {
    if (!call->flag)
        return out;
    PyObject *flag = PyLong_FromUnsignedLongLong(result);
    if (flag == NULL || out == NULL) {
        Py_XDECREF(out);
        return flag;
    }
    PyObject *both = PyTuple_Pack(2, out, flag);
    Py_DECREF(out);
    Py_DECREF(flag);
    return both;
}

static PyObject *run(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    const call_t *call = PyCapsule_GetPointer(self, CAPSULE);
    if (call == NULL || check(call, arguments, count) < 0)
        return NULL;
    PyObject *out = NULL, *given[MOST_ARGUMENTS] = {NULL};
    const void *addresses[MOST_ARGUMENTS + 1] = {NULL};
    Py_ssize_t place = 0;
    if (call->out) {
        out = PyBytes_FromStringAndSize(NULL, call->out);
        if (out == NULL)
            return NULL;
        addresses[place++] = PyBytes_AsString(out);     /* new: nobody else has it yet */
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        given[i] = disjoint(arguments, i);
        if (given[i] == NULL)
            goto failed;
        addresses[place++] = PyBytes_AsString(given[i]);
    }
    uint64_t result;
    Py_BEGIN_ALLOW_THREADS
    result = call->routine(addresses[0], addresses[1], addresses[2], addresses[3]);
    Py_END_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < count; i++)
        Py_DECREF(given[i]);
    return result_of(call, out, result);
failed:
    Py_XDECREF(out);
    for (Py_ssize_t i = 0; i < count; i++)
        Py_XDECREF(given[i]);
    return NULL;
}

static void forget(PyObject *capsule) {
    PyMem_Free(PyCapsule_GetPointer(capsule, CAPSULE));
}

static PyMethodDef run_definition = {"routine", (PyCFunction)(void (*)(void))run, METH_FASTCALL, NULL};

static int read_lengths(call_t *call, PyObject *lengths) {
    call->count = PyTuple_Size(lengths);
    if (call->count < 1 || call->count > MOST_ARGUMENTS) {
        PyErr_Format(PyExc_ValueError, "%zd lengths were given; expected 1 to %d", call->count, MOST_ARGUMENTS);
        return -1;
    }
    for (Py_ssize_t i = 0; i < call->count; i++) {
        call->lengths[i] = PyLong_AsSsize_t(PyTuple_GetItem(lengths, i));
        if (call->lengths[i] == -1 && PyErr_Occurred())
            return -1;
        if (call->lengths[i] < 1 || call->lengths[i] > LONGEST) {
            PyErr_Format(PyExc_ValueError, "length %zd is out of range", call->lengths[i]);
            return -1;
        }
    }
    return 0;
}

static PyObject *function(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *address, *lengths, *made = NULL, *capsule;
    call_t *call = PyMem_Malloc(sizeof *call);
    if (call == NULL)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(arguments, "O!nO!p:function", &PyLong_Type, &address, &call->out, &PyTuple_Type, &lengths,
                          &call->flag) ||
        read_lengths(call, lengths) < 0)
        goto failed;
    if (call->out < 0 || call->out > LONGEST || (call->out == 0 && !call->flag)) {
        PyErr_SetString(PyExc_ValueError, "out is out of range, or nothing is the result");
        goto failed;
    }
    call->routine = (routine_t *)PyLong_AsVoidPtr(address);
    if (call->routine == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "the address is 0: there is no such routine");
        goto failed;
    }
    capsule = PyCapsule_New(call, CAPSULE, forget);
    if (capsule == NULL)
        goto failed;
    made = PyCFunction_NewEx(&run_definition, capsule, NULL);
    Py_DECREF(capsule);
    return made;
failed:
    PyMem_Free(call);
    return NULL;
}

static PyMethodDef definitions[] = {
    {"function", function, METH_VARARGS, "function(address, out, lengths, flag, /): see _calls.c"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#if defined(Py_GIL_DISABLED) && defined(Py_MOD_GIL_NOT_USED)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_calls", .m_size = 0, .m_methods = definitions, .m_slots = slots,
};

PyMODINIT_FUNC PyInit__calls(void) {
    return PyModuleDef_Init(&definition);
}
