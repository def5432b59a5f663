/* What LLVM's unwinder, compiled for glibc with its checks, asks for beyond musl's functions. */
#include <stdarg.h>
#include <stdio.h>

int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
  (void)flag;
  va_list values;
  va_start(values, format);
  int written = vfprintf(to, format, values);
  va_end(values);
  return written;
}
