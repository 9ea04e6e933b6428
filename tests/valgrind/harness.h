/* Calls a routine under valgrind with its secrets marked undefined: memcheck then reports every branch and every
   address that depends on one.  The test writes calls.c, one of these for each routine and aliasing pattern:

       begin("x86_64/adx/fe_mul");
       secret(x, 32);
       qed25519_x86_64_adx_fe_mul(z, x, y);
       publish(z, 32);
       end();

   A line of output is  name, errors that memcheck found in between, bits published, those of them still undefined. */
#include <stddef.h>
#include <stdint.h>

void begin(const char *name);
void secret(void *data, size_t bytes);
void publish(void *data, size_t bytes);
void end(void);

void calls(void);
