#include "cluster/member.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <random>
#include <utility>

#include "cluster/message.h"

namespace cairn::cluster {

namespace {

constexpr double kPollSeconds = 0.002;
constexpr double kGiftSeconds = 0.02;  // between two
constexpr double kSilenceSeconds = 5;  // after which a member counts as gone
constexpr auto kBeat = std::chrono::seconds(1);
constexpr int kGreetingMilliseconds = 300;
constexpr int kKeptMilliseconds = 2000;

}  // namespace

std::string name_of_this_process() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("{}:{}", host.data(), ::getpid());
}

MemberId fresh_member() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

Member::Member(Link& link, const Published& published, MemberId self)
    : link_(link), job_(published.job.id), self_(self), leader_(published.job.leader), membership_(self) {
  pulse_.member = self;
  pulse_.name = name_of_this_process();
  pulse_.leads = self == published.job.leader;
  pulse_.seen = published.last;
}

base::Result<std::unique_ptr<Member>> Member::join(Link& link, const Published& published, MemberId self) {
  std::unique_ptr<Member> member(new Member(link, published, self));
  const std::string& job = published.job.id;
  TRY(member->pulses_, link.listen(pulse_subject(job)));
  TRY(member->work_, link.follow(stream_of(job), work_subjects(job)));
  member->say_pulse();
  member->heart_ = std::thread([raw = member.get()] { raw->beat(); });
  // Whoever is there answers a greeting: division begins with all of them.
  const base::Stopwatch watch;
  while (self != member->leader_ && 1000 * watch.seconds() < kGreetingMilliseconds) {
    if (const auto message = member->pulses_->next(kGreetingMilliseconds / 10)) {
      if (const auto pulse = decode_pulse(message->content)) member->hear(*pulse);
    }
  }
  return member;
}

Member::~Member() {
  {
    const std::lock_guard lock(mutex_);
    pulse_.leaves = true;
    ending_ = true;
  }
  woken_.notify_all();
  if (heart_.joinable()) heart_.join();
  if (!link_.connected()) return;
  static_cast<void>(link_.wait_until_kept(kKeptMilliseconds));  // nobody is left to be told
  say_pulse();
  if (self_ == leader_) static_cast<void>(link_.remove_stream(stream_of(job_)));
}

void Member::beat() {
  std::unique_lock lock(mutex_);
  while (!woken_.wait_for(lock, kBeat, [this] { return ending_; })) {
    lock.unlock();
    say_pulse();
    lock.lock();
  }
}

// What cannot be said now will be said with the next beat.
void Member::say_pulse() {
  Pulse pulse;
  {
    const std::lock_guard lock(mutex_);
    pulse = pulse_;
  }
  static_cast<void>(link_.say(pulse_subject(job_), encode_pulse(pulse)));
}

void Member::hear(const Pulse& pulse) {
  if (pulse.member == self_) return;
  const bool fresh = !membership_.knows(pulse.member);
  membership_.hear(pulse, clock_.seconds());
  if (pulse.member == leader_) {
    leaders_.hear(job_, clock_.seconds());
    if (pulse.leaves) ended_ = true;
  }
  if (!pulse.trouble.empty()) troubles_.push_back(fmt::format("{}: {}", pulse.name, pulse.trouble));
  if (fresh && !pulse.leaves) say_pulse();
}

void Member::listen_to_pulses() {
  while (const auto message = pulses_->next(0)) {
    if (const auto pulse = decode_pulse(message->content)) hear(*pulse);
  }
  membership_.expire(clock_.seconds(), kSilenceSeconds);
  if (self_ == leader_) return;
  if (!link_.connected()) leaders_.forget();
  if (leaders_.gone(job_, clock_.seconds())) ended_ = leader_lost_ = true;
}

std::vector<trace::Input> Member::arrived() {
  if (clock_.seconds() - polled_ < kPollSeconds) return {};
  polled_ = clock_.seconds();
  listen_to_pulses();
  send_taken();
  std::vector<trace::Input> inputs;
  bool tell = false;  // the leader waits for idle ones to have heeded everything
  while (const auto message = work_->next(0)) {
    if (message->subject == input_subject(job_)) {
      auto shared = decode_input(message->content);
      if (shared && shared->member != self_) inputs.push_back(std::move(shared->input));
    } else if (const auto taken = decode_taken(message->content)) {
      membership_.hear_taken(taken->member, taken->keys);
    }
    const std::lock_guard lock(mutex_);
    pulse_.seen = message->sequence;
    if (!inputs.empty()) pulse_.idle = false;
    tell = pulse_.idle;
  }
  if (tell) say_pulse();
  received_ += inputs.size();
  return inputs;
}

bool Member::share(const trace::Input& input) {
  send_taken();
  const std::string bytes = encode_input(self_, input);
  if (bytes.size() > link_.most_bytes() || !link_.keep_soon(input_subject(job_), bytes).ok()) return false;
  ++sent_;
  return true;
}

bool Member::hungry() const { return clock_.seconds() - gave_ > kGiftSeconds && membership_.somebody_idle(); }

bool Member::give(std::span<const std::uint64_t> keys) {
  gave_ = clock_.seconds();
  const auto owner = membership_.next_idle();
  if (owner) tell_owner(*owner, keys);
  return owner.has_value();
}

void Member::send_taken() {
  if (taken_.empty()) return;
  tell_owner(self_, taken_);
  taken_.clear();
}

// If it cannot be said, another may do the same work: no reason to stop.
void Member::tell_owner(MemberId owner, std::span<const std::uint64_t> keys) {
  membership_.hear_taken(owner, keys);
  static_cast<void>(link_.keep_soon(taken_subject(job_), encode_taken(owner, keys)));
}

// All that this member said must have been kept before it says that it has nothing to do: the leader compares.
void Member::set_idle(bool idle) {
  {
    const std::lock_guard lock(mutex_);
    if (pulse_.idle == idle) return;
  }
  if (idle && membership_.others() > 0 && link_.connected()) {
    send_taken();
    if (!link_.wait_until_kept(kKeptMilliseconds).ok()) return;
  }
  {
    const std::lock_guard lock(mutex_);
    pulse_.idle = idle;
  }
  say_pulse();
}

bool Member::all_idle() {
  if (self_ != leader_) return false;
  if (membership_.others() == 0) return true;  // nor can anything be on its way: what was theirs is this member's
  std::uint64_t seen = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!pulse_.idle) return false;
    seen = pulse_.seen;
  }
  if (!membership_.all_idle(seen)) return false;
  const auto last = link_.last_of(stream_of(job_));
  return last.ok() && *last == seen;
}

explore::PeerTotals Member::exchange(const explore::Progress& progress) {
  {
    const std::lock_guard lock(mutex_);
    pulse_.runs = progress.totals.runs;
  }
  return {membership_.most(), membership_.runs(), received_, sent_};
}

}  // namespace cairn::cluster
