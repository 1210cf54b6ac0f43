#include "engine/explore/completions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/hash.h"
#include "engine/explore/text.h"

namespace cairn::explore {

namespace {

using trace::Object;

constexpr std::size_t kMostChanged = 4;     // bytes: a flip that changes more has changed them for other reasons too
constexpr std::size_t kMostWaiting = 4096;  // of either kind, where nobody tries them

bool changed(const Object* before, const Object& after, std::size_t at) {
  return before == nullptr || at >= before->bytes.size() || before->bytes[at] != after.bytes[at];
}

const Object* same_object(const trace::Input& input, const Object& object, std::size_t likely) {
  const auto same = [&](const Object& each) {
    return each.kind == object.kind && each.ordinal == object.ordinal && each.name == object.name;
  };
  if (likely < input.objects.size() && same(input.objects[likely])) return &input.objects[likely];
  const auto found = std::ranges::find_if(input.objects, same);
  return found == input.objects.end() ? nullptr : &*found;
}

// False: there is no room for it, or the byte is none that the program reads.
bool put(Object& object, std::size_t at, std::string_view word) {
  const auto text = content(object);
  if (at >= text.size()) return false;
  const std::span letters(reinterpret_cast<const std::uint8_t*>(word.data()), word.size());
  if (!object.sized && object.kind != trace::ObjectKind::argument) {
    if (word.size() > object.bytes.size() - at) return false;
    std::ranges::copy(letters, object.bytes.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }
  std::vector<std::uint8_t> result = with_word(text, at + 1, letters.subspan(1));  // the first may be a dash
  if (result.size() > (object.sized ? object.capacity : object.bytes.size())) return false;
  if (!object.sized) result.resize(object.bytes.size());
  object.bytes = std::move(result);
  return true;
}

std::uint64_t key_of(std::uint64_t conditional, const Object& object, std::string_view word) {
  std::uint64_t key = base::combine(conditional, static_cast<std::uint64_t>(object.kind));
  key = base::combine(base::combine(key, object.ordinal), base::hash_string(object.name));
  return base::combine(key, base::hash_string(word));
}

}  // namespace

Completions::Completions(std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    if (word.size() > 1) words_[static_cast<std::uint8_t>(word.front())].push_back(word);
  }
}

void Completions::flipped(std::uint64_t conditional, const trace::Input& before, const trace::Input& after) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (std::size_t i = 0; i < after.objects.size(); ++i) {
    const Object& object = after.objects[i];
    const Object* const earlier = same_object(before, object, i);
    for (std::size_t at = 0; at < object.bytes.size(); ++at) {
      if (!changed(earlier, object, at)) continue;
      places.emplace_back(i, at);
      if (places.size() > kMostChanged) return;
    }
  }
  for (const auto& [object, at] : places) {
    if (flipped_.size() >= kMostWaiting) return;
    std::ranges::move(complete(conditional, after, object, at), std::back_inserter(flipped_));
  }
}

void Completions::missed(std::uint64_t conditional, const trace::Input& input, std::size_t object, std::size_t at,
                         std::uint8_t letter) {
  if (words_[letter].empty() || at >= input.objects[object].bytes.size() || missed_waiting_ >= kMostWaiting) return;
  trace::Input with = input;
  with.objects[object].bytes[at] = letter;
  std::vector<trace::Input> completed = complete(conditional, with, object, at);
  if (completed.empty()) return;
  Missed& missed = missed_[conditional];
  if (missed.waiting.empty()) least_tried_.emplace(missed.tried, conditional);
  missed_waiting_ += completed.size();
  std::ranges::move(completed, std::back_inserter(missed.waiting));
}

std::vector<trace::Input> Completions::complete(std::uint64_t conditional, const trace::Input& input,
                                                std::size_t object, std::size_t at) {
  std::vector<trace::Input> completed;
  const Object& place = input.objects[object];
  for (const std::string_view word : words_[place.bytes[at]]) {
    const std::uint64_t key = key_of(conditional, place, word);
    if (tried_.contains(key)) continue;
    trace::Input with = input;
    if (!put(with.objects[object], at, word)) continue;
    tried_.insert(key);
    completed.push_back(std::move(with));
  }
  return completed;
}

std::optional<trace::Input> Completions::next() {
  if (flipped_.empty()) return std::nullopt;
  trace::Input input = std::move(flipped_.front());
  flipped_.pop_front();
  return input;
}

std::optional<trace::Input> Completions::next_missed() {
  if (least_tried_.empty()) return std::nullopt;
  const std::uint64_t conditional = least_tried_.begin()->second;
  least_tried_.erase(least_tried_.begin());
  Missed& missed = missed_[conditional];
  trace::Input input = std::move(missed.waiting.front());
  missed.waiting.pop_front();
  --missed_waiting_;
  ++missed.tried;
  if (!missed.waiting.empty()) least_tried_.emplace(missed.tried, conditional);
  return input;
}

}  // namespace cairn::explore
