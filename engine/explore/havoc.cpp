#include "engine/explore/havoc.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "engine/explore/mutate.h"
#include "engine/explore/text.h"

namespace cairn::explore {

namespace {

using trace::Object;
using Bytes = std::vector<std::uint8_t>;

// Where programs make mistakes: the ends of the ranges of integers, and around powers of two.
constexpr std::array<std::int64_t, 24> kNumbers = {-1,  0,   1,    2,     3,     4,     7,          8,
                                                   9,   10,  16,   32,    64,    100,   127,        128,
                                                   255, 256, 1000, 32767, 65535, 65536, 2147483647, 2147483648};

// Short blocks more often than long ones. Requires most > 0.
std::size_t length_up_to(std::size_t most, base::Rng& rng) {
  const std::size_t limit = rng.below(4) == 0 ? most : std::min<std::size_t>(most, 8);
  return 1 + static_cast<std::size_t>(rng.below(limit));
}

Bytes block_of(std::span<const std::uint8_t> from, base::Rng& rng) {
  if (from.empty()) return {};
  const std::size_t length = length_up_to(from.size(), rng);
  const auto block = from.subspan(rng.below(from.size() - length + 1), length);
  return {block.begin(), block.end()};
}

// Over what is there, or between it where the size may change; what does not fit is cut off.
void put(Object& object, std::span<const std::uint8_t> block, bool insert, base::Rng& rng) {
  if (object.sized && (insert || object.bytes.empty())) {
    const std::size_t room = object.capacity - std::min<std::size_t>(object.bytes.size(), object.capacity);
    block = block.first(std::min(block.size(), room));
    object.bytes.insert(object.bytes.begin() + static_cast<std::ptrdiff_t>(rng.below(object.bytes.size() + 1)),
                        block.begin(), block.end());
    return;
  }
  if (object.bytes.empty()) return;
  block = block.first(std::min(block.size(), object.bytes.size()));
  const std::size_t at = rng.below(object.bytes.size() - block.size() + 1);
  std::ranges::copy(block, object.bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void drop(Object& object, base::Rng& rng) {
  if (!object.sized || object.bytes.empty()) return;
  const std::size_t length = length_up_to(object.bytes.size(), rng);
  const auto at = static_cast<std::ptrdiff_t>(rng.below(object.bytes.size() - length + 1));
  object.bytes.erase(object.bytes.begin() + at, object.bytes.begin() + at + static_cast<std::ptrdiff_t>(length));
}

// The same bytes again, behind themselves: another turn of the loop that reads them.
void repeat(Object& object, base::Rng& rng) {
  if (!object.sized || object.bytes.empty() || object.bytes.size() >= object.capacity) return;
  const std::size_t length = length_up_to(object.bytes.size(), rng);
  const std::size_t at = rng.below(object.bytes.size() - length + 1);
  const Bytes block(object.bytes.begin() + static_cast<std::ptrdiff_t>(at),
                    object.bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
  for (std::uint64_t times = 1 + rng.below(4); times > 0; --times) {
    const std::size_t room = object.capacity - object.bytes.size();
    const auto part = std::span(block).first(std::min(block.size(), room));
    object.bytes.insert(object.bytes.begin() + static_cast<std::ptrdiff_t>(at + length), part.begin(), part.end());
  }
}

Bytes number_as_bytes(base::Rng& rng) {
  const auto number = static_cast<std::uint64_t>(kNumbers[rng.below(kNumbers.size())]);
  Bytes bytes;
  const std::size_t width = std::size_t{1} << rng.below(4);
  for (std::size_t i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
  if (rng.coin()) std::ranges::reverse(bytes);
  return bytes;
}

Bytes number_as_text(base::Rng& rng) {
  const std::string text = fmt::format("{}", kNumbers[rng.below(kNumbers.size())]);
  return {text.begin(), text.end()};
}

// In the place of a word or number that stands there, or between others. In front of an argument now and then behind
// dashes, as the names of options are.
void put_word(Object& object, std::span<const std::uint8_t> word, base::Rng& rng) {
  if (!object.sized) {
    put(object, word, false, rng);
    return;
  }
  Bytes& bytes = object.bytes;
  std::size_t begin = rng.below(bytes.size() + 1);
  while (begin > 0 && of_a_word(bytes[begin - 1])) --begin;
  Bytes result = with_word(bytes, begin, word);
  if (object.kind == trace::ObjectKind::argument && begin == 0 && rng.below(4) == 0) {
    result.insert(result.begin(), {'-', '-'});
  }
  result.resize(std::min<std::size_t>(result.size(), object.capacity));
  bytes = std::move(result);
}

// Of the same kind and name if there is one: what stands there is likely to mean something here.
const Object* counterpart(const trace::Input& other, const Object& object, base::Rng& rng) {
  if (other.objects.empty()) return nullptr;
  for (const Object& each : other.objects) {
    if (each.kind == object.kind && each.name == object.name && each.ordinal == object.ordinal && rng.below(4) != 0) {
      return &each;
    }
  }
  return &other.objects[rng.below(other.objects.size())];
}

// The beginning of the one and the end of the other.
void cross(Object& object, std::span<const std::uint8_t> other, base::Rng& rng) {
  if (!object.sized || object.bytes.empty() || other.empty()) return;
  object.bytes.resize(rng.below(object.bytes.size() + 1));
  const auto end = other.subspan(rng.below(other.size()));
  const std::size_t room = object.capacity - std::min<std::size_t>(object.bytes.size(), object.capacity);
  const auto part = end.first(std::min(room, end.size()));
  object.bytes.insert(object.bytes.end(), part.begin(), part.end());
}

// Some objects of the one and some of the other, now and then in the place of another of their kind: what an option
// does often depends on a second one, which another run has found.
void recombine(trace::Input& input, const trace::Input& other, base::Rng& rng) {
  for (Object& object : input.objects) {
    if (rng.coin()) continue;
    const Object* const foreign = counterpart(other, object, rng);
    if (foreign == nullptr || foreign->kind != object.kind) continue;
    const std::size_t most = object.sized ? object.capacity : object.bytes.size();
    const auto whole = content(*foreign);
    const auto bytes = whole.first(std::min(whole.size(), most));
    object.bytes.assign(object.sized ? bytes.size() : most, 0);
    std::ranges::copy(bytes, object.bytes.begin());
  }
}

// An argument is what stands before its first zero. While this object lives the input's arguments are only that, and
// may grow and shrink; bytes that nobody reads are not changed, and what follows moves where something is put in.
class ArgumentsAsText {
 public:
  explicit ArgumentsAsText(trace::Input& input) : input_(input) {
    for (std::size_t i = 0; i < input.objects.size(); ++i) {
      Object& object = input.objects[i];
      if (object.kind != trace::ObjectKind::argument || object.sized) continue;
      texts_.push_back({i, object.capacity, object.bytes.size()});
      object.capacity = static_cast<std::uint32_t>(object.bytes.size());
      object.bytes.erase(std::ranges::find(object.bytes, 0), object.bytes.end());
      object.sized = true;
    }
  }
  ~ArgumentsAsText() {
    for (const Text& text : texts_) {
      Object& object = input_.objects[text.object];
      object.bytes.resize(text.size, 0);
      object.capacity = text.capacity;
      object.sized = false;
    }
  }
  ArgumentsAsText(const ArgumentsAsText&) = delete;
  ArgumentsAsText& operator=(const ArgumentsAsText&) = delete;

 private:
  struct Text {
    std::size_t object;
    std::uint32_t capacity;
    std::size_t size;
  };
  trace::Input& input_;
  std::vector<Text> texts_;
};

// Up to 16; fewer where there is little to change, or nothing would be left of it.
std::uint64_t changes(const trace::Input& input, base::Rng& rng) {
  std::size_t bytes = 0;
  for (const Object& object : input.objects) bytes += object.bytes.size();
  return std::uint64_t{1} << rng.below(std::clamp<std::uint64_t>(std::bit_width(bytes), 2, 6) - 1);
}

}  // namespace

void havoc(trace::Input& input, const trace::Input& other, const Prior& prior, const Vocabulary& words,
           base::Rng& rng) {
  const ArgumentsAsText texts(input);
  std::vector<std::size_t> changeable;
  for (std::size_t i = 0; i < input.objects.size(); ++i) {
    if (input.objects[i].sized || !input.objects[i].bytes.empty()) changeable.push_back(i);
  }
  if (changeable.empty()) return;
  if (changeable.size() > 1 && rng.coin()) {
    recombine(input, other, rng);
    if (rng.coin()) return;
  }
  for (std::uint64_t left = changes(input, rng); left > 0; --left) {
    Object& object = input.objects[changeable[rng.below(changeable.size())]];
    const Object* const foreign = counterpart(other, object, rng);
    switch (rng.below(12)) {
      case 0:
        put(object, block_of(object.bytes, rng), rng.coin(), rng);
        break;
      case 1:
        if (foreign != nullptr) put(object, block_of(content(*foreign), rng), rng.coin(), rng);
        break;
      case 2:
        drop(object, rng);
        break;
      case 3:
        repeat(object, rng);
        break;
      case 4:
        put(object, number_as_bytes(rng), rng.coin(), rng);
        break;
      case 5:
        put_word(object, number_as_text(rng), rng);
        break;
      case 6:
        if (foreign != nullptr && rng.below(4) == 0) cross(object, content(*foreign), rng);
        break;
      case 7:
      case 8:
        if (!words.empty()) put_word(object, words.draw(rng), rng);
        break;
      default:
        mutate(input, prior, rng);
        break;
    }
  }
}

}  // namespace cairn::explore
