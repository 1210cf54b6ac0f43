// The only file that knows the NATS library: a Link (link.h) over its connection, its subscriptions and JetStream.
#include <fmt/core.h>
#include <nats/nats.h>

#include <utility>

#include "cluster/link.h"

namespace cairn::cluster {

namespace {

constexpr int kConnectMilliseconds = 3000;
constexpr int kReconnectMilliseconds = 500;
constexpr std::int64_t kAgeSeconds = 24 * 3600;  // of a message in a stream nobody removed
constexpr int kManyMessages = 1 << 20;           // that wait to be read
constexpr int kManyBytes = 1 << 30;

// What the library made and wants to be destroyed by its own function.
template <class T, void (*destroy)(T*)>
struct Destroy {
  void operator()(T* made) const { destroy(made); }
};
template <class T, void (*destroy)(T*)>
using Owned = std::unique_ptr<T, Destroy<T, destroy>>;
using OwnedMessage = Owned<natsMsg, natsMsg_Destroy>;
using OwnedSubscription = Owned<natsSubscription, natsSubscription_Destroy>;

base::Error failed(std::string_view what, natsStatus status) {
  return base::environment_error(
      fmt::format("The cluster's server could not {} ({})", what, natsStatus_GetText(status)));
}

// Some failures have a reason of JetStream's own.
base::Error stream_failed(std::string_view what, natsStatus status, jsErrCode code) {
  if (code == JSNotEnabledErr || code == JSNotEnabledForAccountErr || status == NATS_NO_RESPONDERS) {
    return base::environment_error(
        "The cluster's server keeps no streams; start it with JetStream: nats-server -js -sd DIRECTORY");
  }
  return failed(what, status);
}

// As it may be shown to anyone.
std::string without_password(const std::string& url) {
  const std::size_t at = url.rfind('@'), scheme = url.find("://");
  if (at == std::string::npos) return url;
  return (scheme == std::string::npos ? "" : url.substr(0, scheme + 3)) + url.substr(at + 1);
}

class Subscription final : public Listener {
 public:
  explicit Subscription(natsSubscription* subscription) : subscription_(subscription) {
    natsSubscription_SetPendingLimits(subscription, kManyMessages, kManyBytes);
  }

  std::optional<Message> next(int milliseconds) override {
    if (milliseconds == 0) {  // the library does not look at its queue then
      std::uint64_t waiting = 0;
      if (natsSubscription_QueuedMsgs(subscription_.get(), &waiting) != NATS_OK || waiting == 0) return std::nullopt;
      milliseconds = 1;
    }
    natsMsg* raw = nullptr;
    if (natsSubscription_NextMsg(&raw, subscription_.get(), milliseconds) != NATS_OK) return std::nullopt;
    const OwnedMessage message(raw);
    Message result;
    result.subject = natsMsg_GetSubject(raw);
    result.content.assign(natsMsg_GetData(raw), static_cast<std::size_t>(natsMsg_GetDataLength(raw)));
    jsMsgMetaData* about = nullptr;
    if (natsMsg_GetMetaData(&about, raw) == NATS_OK) {
      result.sequence = about->Sequence.Stream;
      jsMsgMetaData_Destroy(about);
    }
    return result;
  }

 private:
  OwnedSubscription subscription_;
};

}  // namespace

struct Link::Impl {
  Owned<natsOptions, natsOptions_Destroy> options;
  Owned<natsConnection, natsConnection_Destroy> connection;
  Owned<jsCtx, jsCtx_Destroy> streams;
};

Link::Link(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Link::~Link() = default;

base::Result<std::unique_ptr<Link>> Link::connect(const std::string& url) {
  auto impl = std::make_unique<Impl>();
  natsOptions* options = nullptr;
  if (const natsStatus status = natsOptions_Create(&options); status != NATS_OK)
    return failed("be prepared for", status);
  impl->options.reset(options);
  natsOptions_SetTimeout(options, kConnectMilliseconds);
  natsOptions_SetMaxReconnect(options, -1);
  natsOptions_SetReconnectWait(options, kReconnectMilliseconds);
  natsOptions_SetName(options, "cairn");
  // Errors of the connection show in what the calls return; the library would print them.
  natsOptions_SetErrorHandler(options, [](natsConnection*, natsSubscription*, natsStatus, void*) {}, nullptr);
  natsConnection* connection = nullptr;
  natsStatus status = natsOptions_SetURL(options, url.c_str());
  if (status == NATS_OK) status = natsConnection_Connect(&connection, options);
  if (status == NATS_CONNECTION_AUTH_FAILED) {
    return base::environment_error(
        fmt::format("The cluster's server at {} lets only its users in; name one: nats://user:password@host:4222",
                    without_password(url)));
  }
  if (status != NATS_OK) {
    return base::environment_error(
        fmt::format("No server of a cluster answers at {} ({}); start one there with nats-server -js -sd DIRECTORY",
                    without_password(url), natsStatus_GetText(status)));
  }
  impl->connection.reset(connection);
  jsCtx* streams = nullptr;
  if (status = natsConnection_JetStream(&streams, connection, nullptr); status != NATS_OK) {
    return failed("keep streams", status);
  }
  impl->streams.reset(streams);
  return std::unique_ptr<Link>(new Link(std::move(impl)));
}

bool Link::connected() const { return natsConnection_Status(impl_->connection.get()) == NATS_CONN_STATUS_CONNECTED; }

std::size_t Link::most_bytes() const {
  return static_cast<std::size_t>(natsConnection_GetMaxPayload(impl_->connection.get()));
}

base::Status Link::say(const std::string& subject, std::string_view content) {
  const natsStatus status = natsConnection_Publish(impl_->connection.get(), subject.c_str(), content.data(),
                                                   static_cast<int>(content.size()));
  return status == NATS_OK ? base::Status() : failed("pass a message on", status);
}

base::Result<std::unique_ptr<Listener>> Link::listen(const std::string& subject) {
  natsSubscription* subscription = nullptr;
  const natsStatus status = natsConnection_SubscribeSync(&subscription, impl_->connection.get(), subject.c_str());
  if (status != NATS_OK) return failed("be listened to", status);
  return std::unique_ptr<Listener>(std::make_unique<Subscription>(subscription));
}

base::Status Link::create_stream(const std::string& name, const std::vector<std::string>& subjects) {
  std::vector<const char*> list;
  for (const std::string& subject : subjects) list.push_back(subject.c_str());
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = name.c_str();
  config.Subjects = list.data();
  config.SubjectsLen = static_cast<int>(list.size());
  config.MaxAge = kAgeSeconds * 1'000'000'000;
  jsErrCode code{};
  const natsStatus status = js_AddStream(nullptr, impl_->streams.get(), &config, nullptr, &code);
  return status == NATS_OK ? base::Status() : stream_failed("make a stream", status, code);
}

base::Status Link::remove_stream(const std::string& name) {
  jsErrCode code{};
  const natsStatus status = js_DeleteStream(impl_->streams.get(), name.c_str(), nullptr, &code);
  return status == NATS_OK ? base::Status() : stream_failed("remove a stream", status, code);
}

base::Result<std::vector<std::string>> Link::streams() {
  jsStreamNamesList* list = nullptr;
  jsErrCode code{};
  const natsStatus status = js_StreamNames(&list, impl_->streams.get(), nullptr, &code);
  if (status == NATS_NOT_FOUND) return std::vector<std::string>();
  if (status != NATS_OK) return stream_failed("list its streams", status, code);
  std::vector<std::string> names(list->List, list->List + list->Count);
  jsStreamNamesList_Destroy(list);
  return names;
}

base::Result<std::uint64_t> Link::last_of(const std::string& stream) {
  jsStreamInfo* info = nullptr;
  jsErrCode code{};
  const natsStatus status = js_GetStreamInfo(&info, impl_->streams.get(), stream.c_str(), nullptr, &code);
  if (status != NATS_OK) return stream_failed("look into a stream", status, code);
  const std::uint64_t last = info->State.LastSeq;
  jsStreamInfo_Destroy(info);
  return last;
}

base::Status Link::keep(const std::string& subject, std::string_view content) {
  jsErrCode code{};
  const natsStatus status = js_Publish(nullptr, impl_->streams.get(), subject.c_str(), content.data(),
                                       static_cast<int>(content.size()), nullptr, &code);
  return status == NATS_OK ? base::Status() : stream_failed("keep a message", status, code);
}

base::Status Link::keep_soon(const std::string& subject, std::string_view content) {
  const natsStatus status =
      js_PublishAsync(impl_->streams.get(), subject.c_str(), content.data(), static_cast<int>(content.size()), nullptr);
  return status == NATS_OK ? base::Status() : failed("keep a message", status);
}

base::Status Link::wait_until_kept(int milliseconds) {
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MaxWait = milliseconds;
  const natsStatus status = js_PublishAsyncComplete(impl_->streams.get(), &options);
  return status == NATS_OK ? base::Status() : failed("keep all messages", status);
}

base::Result<std::unique_ptr<Listener>> Link::follow(const std::string& stream, const std::string& subject) {
  jsSubOptions options;
  jsSubOptions_Init(&options);
  options.Stream = stream.c_str();
  options.Ordered = true;
  natsSubscription* subscription = nullptr;
  jsErrCode code{};
  const natsStatus status =
      js_SubscribeSync(&subscription, impl_->streams.get(), subject.c_str(), nullptr, &options, &code);
  if (status != NATS_OK) return stream_failed("read a stream out", status, code);
  return std::unique_ptr<Listener>(std::make_unique<Subscription>(subscription));
}

}  // namespace cairn::cluster
