#include "engine/suite/shrink.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "engine/trace/content.h"

namespace cairn::suite {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint8_t plain_byte(const trace::Object& object) {
  const bool data = object.kind == trace::ObjectKind::memory || object.kind == trace::ObjectKind::choice;
  return data ? std::uint8_t{0} : std::uint8_t{'0'};
}

class Shrinking {
 public:
  Shrinking(trace::Input& input, const Try& attempt) : input_(input), attempt_(attempt) {}

  base::Status drop() {
    return each_block([](const trace::Object& object) { return object.sized || trace::is_string(object); },
                      [](const trace::Object& object, Bytes& bytes, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        bytes.erase(bytes.begin() + begin, bytes.begin() + end);
                        if (!object.sized) bytes.resize(object.bytes.size());
                      });
  }

  base::Status make_plain() {
    return each_block([](const trace::Object&) { return true; },
                      [](const trace::Object& object, Bytes& bytes, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        std::fill(bytes.begin() + begin, bytes.begin() + end, plain_byte(object));
                      });
  }

  // Whether anything has changed since this was asked last, and more may be tried.
  bool go_on() { return std::exchange(changed_, false) && !stopped_; }

 private:
  template <typename Which, typename Change>
  base::Status each_block(const Which& which, const Change& change) {
    for (trace::Object& object : input_.objects) {
      if (!which(object)) continue;
      for (std::size_t block = std::bit_floor(trace::content_of(object).size()); block > 0; block /= 2) {
        for (std::size_t end = trace::content_of(object).size(); end > 0 && !stopped_;) {
          const std::size_t begin = end - std::min(end, block);
          Bytes bytes = object.bytes;
          change(object, bytes, static_cast<std::ptrdiff_t>(begin), static_cast<std::ptrdiff_t>(end));
          if (bytes != object.bytes) TRY_STATUS(put(object, std::move(bytes)));
          end = begin;
        }
      }
    }
    return {};
  }

  base::Status put(trace::Object& object, Bytes bytes) {
    std::swap(object.bytes, bytes);
    const auto trial = attempt_(input_);
    const bool serves = trial.ok() && *trial == Trial::serves;
    if (serves)
      changed_ = true;
    else
      std::swap(object.bytes, bytes);
    if (!trial.ok()) return trial.error();
    stopped_ = *trial == Trial::stop;
    return {};
  }

  trace::Input& input_;
  const Try& attempt_;
  bool changed_ = false;
  bool stopped_ = false;
};

}  // namespace

std::size_t size_of(const trace::Input& input) {
  std::size_t size = 0;
  for (const trace::Object& object : input.objects) size += trace::content_of(object).size();
  return size;
}

base::Status drop_bytes(trace::Input& input, const Try& attempt) { return Shrinking(input, attempt).drop(); }

base::Status shrink(trace::Input& input, const Try& attempt) {
  Shrinking shrinking(input, attempt);
  do {
    TRY_STATUS(shrinking.drop());
    TRY_STATUS(shrinking.make_plain());
  } while (shrinking.go_on());
  return {};
}

}  // namespace cairn::suite
