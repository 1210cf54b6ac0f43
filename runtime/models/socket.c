/* Models of sys/socket.h: what is sent may come back by another socket of the program. What a socket gives is no input.
 */
#include <sys/socket.h>
#include <sys/uio.h>

#include "model.h"
#include "models.h"

static void note_sent(int fd, const void* buffer, ssize_t done) {
  if (done > 0 && cairn_is_symbolic(buffer, (size_t)done)) cairn_note_sent(fd);
}

static ssize_t note_got(int fd, void* buffer, size_t size, ssize_t got) {
  if (got <= 0) return got;
  const size_t here = (size_t)got < size ? (size_t)got : size; /* MSG_TRUNC tells of more */
  cairn_note_back(fd, here);
  cairn_forget(buffer, here);
  return got;
}

ssize_t __cairn_model_sendto(int fd, const void* buffer, size_t size, int flags, const struct sockaddr* to,
                             socklen_t length) {
  fd = (int)cairn_pin_size((size_t)fd);
  const ssize_t done = sendto(fd, buffer, cairn_pin_size(size), flags, to, length);
  note_sent(fd, buffer, done);
  return done;
}

ssize_t __cairn_model_send(int fd, const void* buffer, size_t size, int flags) {
  return __cairn_model_sendto(fd, buffer, size, flags, NULL, 0);
}

ssize_t __cairn_model_sendmsg(int fd, const struct msghdr* message, int flags) {
  fd = (int)cairn_pin_size((size_t)fd);
  for (size_t i = 0; i < message->msg_iovlen; ++i) cairn_pin_size(message->msg_iov[i].iov_len);
  const ssize_t done = sendmsg(fd, message, flags);
  for (size_t i = 0; done > 0 && i < message->msg_iovlen; ++i)
    note_sent(fd, message->msg_iov[i].iov_base, (ssize_t)message->msg_iov[i].iov_len);
  return done;
}

/* The address of the sender is written too. */
ssize_t __cairn_model_recvfrom(int fd, void* restrict buffer, size_t size, int flags, struct sockaddr* restrict from,
                               socklen_t* restrict length) {
  size = cairn_pin_size(size);
  const ssize_t got = recvfrom(fd, buffer, size, flags, from, length);
  return note_got(fd, buffer, size, got);
}

ssize_t __cairn_model_recv(int fd, void* buffer, size_t size, int flags) {
  size = cairn_pin_size(size);
  return note_got(fd, buffer, size, recv(fd, buffer, size, flags));
}

ssize_t __cairn_model_recvmsg(int fd, struct msghdr* message, int flags) {
  const ssize_t got = recvmsg(fd, message, flags);
  size_t left = got > 0 ? (size_t)got : 0;
  for (size_t i = 0; left > 0 && i < message->msg_iovlen; ++i) {
    const size_t size = cairn_pin_size(message->msg_iov[i].iov_len);
    const size_t here = left < size ? left : size;
    note_got(fd, message->msg_iov[i].iov_base, size, (ssize_t)here);
    left -= here;
  }
  return got;
}

/* ---- The spellings of _FORTIFY_SOURCE -------------------------------------------------------- */

ssize_t __cairn_model___recv_chk(int fd, void* buffer, size_t size, size_t room, int flags) {
  cairn_check_room(size, room);
  return __cairn_model_recv(fd, buffer, size, flags);
}

ssize_t __cairn_model___recvfrom_chk(int fd, void* restrict buffer, size_t size, size_t room, int flags,
                                     struct sockaddr* restrict from, socklen_t* restrict length) {
  cairn_check_room(size, room);
  return __cairn_model_recvfrom(fd, buffer, size, flags, from, length);
}
