#include "engine/suite/delta.h"

#include <algorithm>

#include "engine/base/hash.h"

namespace cairn::suite {
namespace {

using trace::Input;
using trace::Object;

constexpr std::uint8_t kWhole = 0;
constexpr std::uint8_t kPatched = 1;
// Shorter stretches of equal bytes are cheaper inside a range than between two.
constexpr std::size_t kMinGap = 4;

class Writer {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes_.push_back(static_cast<std::uint8_t>(value));
  }
  template <class Container>
  void string(const Container& content) {
    number(content.size());
    bytes_.insert(bytes_.end(), content.begin(), content.end());
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Reads past the end or malformed numbers make it bad for good; values read from then on are 0.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t number(std::uint64_t limit) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
      if (bytes_.empty()) break;
      const std::uint8_t byte = bytes_.front();
      bytes_ = bytes_.subspan(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (value > limit) break;
        return value;
      }
    }
    return fail();
  }
  std::span<const std::uint8_t> string(std::uint64_t limit) {
    const std::uint64_t size = number(limit);
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    const auto content = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return content;
  }
  std::uint64_t fail() {
    good_ = false;
    bytes_ = {};
    return 0;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::uint8_t> bytes_;
  bool good_ = true;
};

bool same_shape(const Object& a, const Object& b) {
  return a.kind == b.kind && a.ordinal == b.ordinal && a.sized == b.sized && a.capacity == b.capacity &&
         a.name == b.name;
}

void write_whole(Writer& out, const Object& object) {
  out.number(kWhole);
  out.number(static_cast<std::uint64_t>(object.kind));
  out.string(object.name);
  out.number(object.ordinal);
  out.number(object.sized ? 1 : 0);
  out.number(object.capacity);
  out.string(object.bytes);
}

void write_patched(Writer& out, std::size_t index, const Object& base, const Object& object) {
  const std::size_t size = object.bytes.size();
  const auto differs = [&](std::size_t i) {
    return object.bytes[i] != (i < base.bytes.size() ? base.bytes[i] : std::uint8_t{0});
  };
  struct Range {
    std::size_t begin, end;
  };
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < size; ++i) {
    if (!differs(i)) continue;
    if (!ranges.empty() && i - ranges.back().end < kMinGap) {
      ranges.back().end = i + 1;
    } else {
      ranges.push_back({i, i + 1});
    }
  }
  out.number(kPatched);
  out.number(index);
  out.number(size);
  out.number(ranges.size());
  std::size_t at = 0;
  for (const Range& range : ranges) {
    out.number(range.begin - at);
    out.string(std::span(object.bytes).subspan(range.begin, range.end - range.begin));
    at = range.end;
  }
}

Object read_whole(Reader& in) {
  Object object;
  object.kind = static_cast<trace::ObjectKind>(in.number(CAIRN_OBJECT_KIND_COUNT - 1));
  const auto name = in.string(CAIRN_NAME_SIZE - 1);
  object.name.assign(name.begin(), name.end());
  object.ordinal = static_cast<std::uint32_t>(in.number(UINT32_MAX));
  object.sized = in.number(1) != 0;
  object.capacity = static_cast<std::uint32_t>(in.number(UINT32_MAX));
  const auto bytes = in.string(UINT32_MAX);
  object.bytes.assign(bytes.begin(), bytes.end());
  return object;
}

Object read_patched(Reader& in, const Input& base) {
  if (base.objects.empty()) {
    in.fail();
    return {};
  }
  const std::uint64_t index = in.number(base.objects.size() - 1);
  Object object = base.objects[index];
  object.bytes.resize(in.number(CAIRN_INPUT_LIMIT));
  const std::uint64_t ranges = in.number(object.bytes.size());
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < ranges && in.good(); ++i) {
    at += in.number(object.bytes.size() - at);
    const auto bytes = in.string(object.bytes.size() - at);
    std::copy(bytes.begin(), bytes.end(), object.bytes.begin() + static_cast<std::ptrdiff_t>(at));
    at += bytes.size();
  }
  return object;
}

}  // namespace

std::vector<std::uint8_t> encode_delta(const Input& base, const Input& input) {
  Writer out;
  out.number(input.objects.size());
  for (std::size_t i = 0; i < input.objects.size(); ++i) {
    const Object& object = input.objects[i];
    // Objects mostly stand where they stood in the base; otherwise look for one of that name.
    std::size_t index = i;
    if (index >= base.objects.size() || !same_shape(base.objects[index], object)) {
      index = static_cast<std::size_t>(
          std::find_if(base.objects.begin(), base.objects.end(),
                       [&](const Object& candidate) { return same_shape(candidate, object); }) -
          base.objects.begin());
    }
    if (index < base.objects.size() && object.bytes.size() <= CAIRN_INPUT_LIMIT) {
      write_patched(out, index, base.objects[index], object);
    } else {
      write_whole(out, object);
    }
  }
  return out.take();
}

std::optional<Input> decode_delta(const Input& base, std::span<const std::uint8_t> delta) {
  Reader in(delta);
  Input input;
  const std::uint64_t count = in.number(delta.size());  // each object takes a byte at least
  for (std::uint64_t i = 0; i < count && in.good(); ++i) {
    const std::uint64_t form = in.number(kPatched);
    if (!in.good()) break;
    input.objects.push_back(form == kPatched ? read_patched(in, base) : read_whole(in));
  }
  if (!in.good() || !in.at_end()) return std::nullopt;
  return input;
}

std::uint64_t hash_input(const Input& input) {
  std::uint64_t hash = input.objects.size();
  for (const Object& object : input.objects) {
    hash = base::combine(hash, static_cast<std::uint64_t>(object.kind));
    hash = base::combine(hash, base::hash_string(object.name));
    hash = base::combine(hash, object.ordinal);
    hash = base::combine(hash, object.sized ? 1 : 0);
    hash = base::combine(hash, object.capacity);
    hash = base::hash_bytes(object.bytes.data(), object.bytes.size(), hash);
  }
  return hash;
}

}  // namespace cairn::suite
