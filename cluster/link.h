// A connection to a NATS server (https://nats.io), and what the cluster needs of it: messages that pass by, heard by
// whoever listens at that moment, and streams (JetStream), which keep their messages in order for whoever comes later.
//
// A server that goes away for a while does no harm: what is sent meanwhile is held back, and what was missed arrives
// later. A Link may be used by several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace cairn::cluster {

struct Message {
  std::string subject;
  std::string content;
  std::uint64_t sequence = 0;  // in its stream; 0: it only passed by
};

// What has been said on some subject.
class Listener {
 public:
  virtual ~Listener() = default;
  // The next message, waiting for it for so long at most.
  virtual std::optional<Message> next(int milliseconds) = 0;
};

class Link {
 public:
  // URL: nats://host:4222, with user:password@ in front of the host or tls:// where the server wants it.
  static base::Result<std::unique_ptr<Link>> connect(const std::string& url);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  // The server is there at this moment.
  [[nodiscard]] bool connected() const;
  // Largest message that the server takes.
  [[nodiscard]] std::size_t most_bytes() const;

  // Whoever listens hears it. Subjects are words with dots between; a listener may end its own with ".>" for all below.
  base::Status say(const std::string& subject, std::string_view content);
  base::Result<std::unique_ptr<Listener>> listen(const std::string& subject);

  // A stream of that name for all messages to one of the subjects.
  base::Status create_stream(const std::string& name, const std::vector<std::string>& subjects);
  base::Status remove_stream(const std::string& name);
  base::Result<std::vector<std::string>> streams();
  // The number of the latest message.
  base::Result<std::uint64_t> last_of(const std::string& stream);

  // Adds a message to the stream of its subject, and waits until the server has it.
  base::Status keep(const std::string& subject, std::string_view content);
  // The same without waiting, and waiting for all of them.
  base::Status keep_soon(const std::string& subject, std::string_view content);
  base::Status wait_until_kept(int milliseconds);
  // All messages of the stream to the subject from the first one on, in order.
  base::Result<std::unique_ptr<Listener>> follow(const std::string& stream, const std::string& subject);

 private:
  struct Impl;
  explicit Link(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cairn::cluster
