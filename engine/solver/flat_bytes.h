// Plain values as flat bytes in the machine's own order: for messages and files that one build writes and reads.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace cairn::solver {

template <class T>
void put(std::vector<std::uint8_t>& out, T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof value);
}

// Reads values from the front; after the first that is not there, everything is zero and ok() false.
class FlatReader {
 public:
  explicit FlatReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  T take() {
    T value{};
    const auto bytes = take_bytes(sizeof value);
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::span<const std::uint8_t> take_bytes(std::size_t count) {
    if (bytes_.size() < count) {
      ok_ = false;
      bytes_ = {};
      return {};
    }
    const auto front = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return front;
  }
  std::span<const std::uint8_t> rest() { return std::exchange(bytes_, {}); }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool done() const { return ok_ && bytes_.empty(); }

 private:
  std::span<const std::uint8_t> bytes_;
  bool ok_ = true;
};

}  // namespace cairn::solver
