/* Models of unistd.h functions that read symbolic input. */
#include <unistd.h>

#include "model.h"

ssize_t __cairn_model_read(int fd, void* buffer, size_t size) {
  struct cairn_stream stream;
  if (!cairn_stream_at(fd, &stream)) {
    ssize_t plain = read(fd, buffer, size);
    if (plain > 0) cairn_forget(buffer, (size_t)plain);
    return plain;
  }
  ssize_t got = read(fd, buffer, size);
  if (got < 0 || size == 0) return got;
  cairn_label_stream(buffer, &stream, (size_t)got);
  return cairn_count_read(&stream, size, got);
}
