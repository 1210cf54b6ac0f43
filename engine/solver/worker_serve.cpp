#include "engine/solver/worker_serve.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>

namespace cairn::solver {
namespace {

bool receive(void* data, std::size_t size) {
  for (auto* at = static_cast<char*>(data); size > 0;) {
    const ssize_t got = recv(STDIN_FILENO, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool transmit(const void* data, std::size_t size) {
  for (auto* at = static_cast<const char*>(data); size > 0;) {
    const ssize_t put = send(STDIN_FILENO, at, size, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

void limit_memory(std::uint64_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
#else
  static_cast<void>(bytes);
#endif
}

wire::Reply answer(const Service& service, std::unique_ptr<Session>& session, const wire::Request& request) {
  std::string reason;
  try {
    if (session == nullptr || session->used_up()) session = service.make_session();
    return session->solve(request);
  } catch (const std::bad_alloc&) {
    reason = "memory limit";
  } catch (const std::exception& exception) {
    reason = exception.what();
  }
  session.reset();
  return unknown_reply(std::move(reason));
}

}  // namespace

wire::Reply unknown_reply(std::string reason) {
  wire::Reply reply;
  reply.reason = std::move(reason);
  return reply;
}

int serve(int argc, char** argv, const Service& service) {
  if (argc != 3) return 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (std::to_string(getppid()) != argv[2]) return 1;  // it died before we asked
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const std::uint64_t memory = std::strtoull(argv[1], nullptr, 10);
  limit_memory(memory);
  if (service.limit_memory) service.limit_memory(memory);
  std::unique_ptr<Session> session;
  for (;;) {
    std::uint32_t size = 0;
    if (!receive(&size, sizeof size)) return 0;
    if (size > wire::kLargestBody) return 1;
    wire::Bytes body(size);
    if (!receive(body.data(), body.size())) return 0;
    const auto request = wire::decode_request(body);
    if (!request) return 1;
    const wire::Bytes reply = wire::encode(answer(service, session, *request));
    const auto reply_size = static_cast<std::uint32_t>(reply.size());
    if (!transmit(&reply_size, sizeof reply_size) || !transmit(reply.data(), reply.size())) return 0;
  }
}

}  // namespace cairn::solver
