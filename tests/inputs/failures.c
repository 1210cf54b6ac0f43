/* Two failures in one run: the first call that opens succeeds, then reading fails, and the memory for the message too.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char* message; /* seen from outside, or the compiler may drop it */

int main(void) {
  char c;
  int file = open("/dev/null", O_RDONLY);
  if (file < 0) return errno == EACCES ? 1 : 9;
  if (read(file, &c, 1) < 0) {
    message = calloc(8, 8);
    if (message == NULL) {
      if (write(1, "no memory\n", 10) < 0) return 3;
      puts("two failures");
      return 4;
    }
    free(message);
    return 5;
  }
  return 0;
}
