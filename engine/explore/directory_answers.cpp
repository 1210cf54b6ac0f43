#include "engine/explore/directory_answers.h"

#include <utility>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::explore {

namespace {

// Little-endian 64-bit words: canonical form, steps, number of constraints, these, then values (hash, byte). A proof is
// stored for its core only: it holds for every query that contains it.
class Writer {
 public:
  void word(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t words() const { return bytes_.size() / 8; }
  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value |= std::uint64_t{bytes_[static_cast<std::size_t>(i)]} << (8 * i);
    bytes_ = bytes_.subspan(8);
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

std::vector<std::uint8_t> encode(std::span<const std::uint64_t> constraints, const solver::StoredAnswer& answer) {
  Writer out;
  out.word(expr::kCanonicalForm);
  out.word(answer.steps);
  const auto named = answer.sat ? constraints : std::span<const std::uint64_t>(answer.core);
  out.word(named.size());
  for (const std::uint64_t constraint : named) out.word(constraint);
  for (const auto& [hash, byte] : answer.values) {
    out.word(hash);
    out.word(byte);
  }
  return out.take();
}

struct Decoded {
  std::vector<std::uint64_t> constraints;
  solver::StoredAnswer answer;
};

// Nothing for what another version wrote: such an answer says nothing about our hashes, or its proof may be wrong.
std::optional<Decoded> decode(const suite::StoredAnswer& stored) {
  Reader in(stored.payload);
  if (stored.payload.size() % 8 != 0 || in.words() < 3 || in.word() != expr::kCanonicalForm) return std::nullopt;
  Decoded result;
  result.answer.sat = stored.sat;
  result.answer.steps = in.word();
  const std::uint64_t count = in.word();
  if (count > in.words()) return std::nullopt;
  for (std::uint64_t i = 0; i < count; ++i) result.constraints.push_back(in.word());
  if (in.words() % 2 != 0 || (!stored.sat && in.words() > 0)) return std::nullopt;
  if (!stored.sat) result.answer.core = result.constraints;
  while (in.words() > 0) {
    const std::uint64_t hash = in.word();
    result.answer.values.emplace_back(hash, static_cast<std::uint8_t>(in.word()));
  }
  return result;
}

}  // namespace

std::vector<std::uint64_t> core_of(const suite::StoredAnswer& stored) {
  if (stored.sat) return {};
  auto decoded = decode(stored);
  return decoded ? std::move(decoded->constraints) : std::vector<std::uint64_t>();
}

DirectoryAnswers::DirectoryAnswers(suite::RunDirectory& directory)
    : directory_(directory), memory_(solver::make_memory_store()) {}

base::Result<std::unique_ptr<DirectoryAnswers>> DirectoryAnswers::open(suite::RunDirectory& directory) {
  std::unique_ptr<DirectoryAnswers> store(new DirectoryAnswers(directory));
  TRY(const auto stored, directory.answers());
  for (const suite::StoredAnswer& each : stored) {
    if (auto known = decode(each)) store->memory_->insert(known->constraints, known->answer);
  }
  return store;
}

std::optional<solver::StoredAnswer> DirectoryAnswers::lookup(std::span<const std::uint64_t> constraints) {
  return memory_->lookup(constraints);
}

void DirectoryAnswers::insert(std::span<const std::uint64_t> constraints, const solver::StoredAnswer& answer) {
  memory_->insert(constraints, answer);
  suite::StoredAnswer stored;
  stored.query = solver::query_key(answer.sat ? constraints : std::span<const std::uint64_t>(answer.core));
  stored.sat = answer.sat;
  stored.payload = encode(constraints, answer);
  if (auto added = directory_.add_answer(stored); !added.ok() && status_.ok()) status_ = added;
}

}  // namespace cairn::explore
