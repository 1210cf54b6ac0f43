#include "cli/bench/encoding.h"

#include <algorithm>
#include <cstdlib>

namespace cairn::bench {

namespace {

using Bytes = std::vector<std::uint8_t>;
using trace::ObjectKind;

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> data) : left_(data) {}

  std::uint32_t byte() {
    if (left_.empty()) return 0;
    const std::uint8_t first = left_.front();
    left_ = left_.subspan(1);
    return first;
  }

  Bytes string(std::size_t most) {
    const auto end = std::find(left_.begin(), left_.end(), 0);
    const std::size_t length = std::min<std::size_t>(static_cast<std::size_t>(end - left_.begin()), most);
    Bytes text(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(length));
    left_ = left_.subspan(length);
    if (!left_.empty() && left_.front() == 0) left_ = left_.subspan(1);
    text.push_back(0);
    return text;
  }

  Bytes content(std::size_t size, std::size_t most) {
    size = std::min(size, left_.size());
    Bytes bytes(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(std::min(size, most)));
    left_ = left_.subspan(size);
    return bytes;
  }

  Bytes rest(std::size_t most) { return content(std::min(left_.size(), most), most); }

 private:
  std::span<const std::uint8_t> left_;
};

std::uint32_t number(const std::string& text) {
  return static_cast<std::uint32_t>(std::strtoul(text.c_str(), nullptr, 10));
}

}  // namespace

trace::Input decode(std::span<const std::uint8_t> data, const std::vector<std::string>& declared) {
  trace::Input input;
  Reader reader(data);
  std::uint32_t arguments = 0;
  const auto add = [&input](ObjectKind kind, const std::string& name, std::uint32_t ordinal, Bytes bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    input.objects.push_back({kind, name, ordinal, true, size, std::move(bytes)});
  };
  const auto add_argument = [&](std::uint32_t most) {
    add(ObjectKind::argument, "arg", arguments++, reader.string(most));
  };
  std::uint32_t standard_input = 0;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const std::size_t behind = declared.size() - i - 1;
    if (declared[i] == "--arg" && behind >= 1) {
      add_argument(number(declared[++i]));
    } else if (declared[i] == "--args" && behind >= 3) {
      const std::uint32_t least = number(declared[i + 1]);
      const std::uint32_t most = std::max(least, number(declared[i + 2]));
      const std::uint32_t count = least == most ? least : least + reader.byte() % (most - least + 1);
      for (std::uint32_t k = 0; k < count; ++k) add_argument(number(declared[i + 3]));
      i += 3;
    } else if (declared[i] == "--env" && behind >= 2) {
      add(ObjectKind::environment, declared[i + 1], 0, reader.string(number(declared[i + 2])));
      i += 2;
    } else if (declared[i] == "--file" && behind >= 2) {
      const std::uint32_t size = reader.byte();
      add(ObjectKind::file, declared[i + 1], 0, reader.content(size, number(declared[i + 2])));
      i += 2;
    } else if (declared[i] == "--stdin" && behind >= 1) {
      standard_input = number(declared[++i]);
    }
  }
  add(ObjectKind::standard_input, "stdin", 0, reader.rest(standard_input));
  return input;
}

}  // namespace cairn::bench
