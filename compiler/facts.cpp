#include "compiler/facts.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace cairn::compiler {

std::uint64_t stable_hash(std::uint64_t value, std::uint64_t seed) {
  std::uint64_t h = (seed ^ value) + 0x9e3779b97f4a7c15ull;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return h ^ (h >> 31);
}

std::uint64_t stable_hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t h = 0xcbf29ce484222325ull ^ seed;
  for (unsigned char c : text) h = (h ^ c) * 0x100000001b3ull;
  return stable_hash(h, text.size());
}

std::uint32_t Facts::site_of(std::uint32_t counter) const {
  auto after = std::upper_bound(sites.begin(), sites.end(), counter,
                                [](std::uint32_t c, const cairn_fact_site& site) { return c < site.counter; });
  if (after == sites.begin() || counter >= std::prev(after)->counter + std::prev(after)->sides) return CAIRN_NO_SITE;
  return static_cast<std::uint32_t>(std::prev(after) - sites.begin());
}

std::uint32_t Facts::string(std::string_view text) {
  if (text.empty()) return 0;
  if (auto it = string_index_.find(text); it != string_index_.end()) return it->second;
  const auto at = static_cast<std::uint32_t>(strings_.size());
  strings_.append(text);
  strings_.push_back('\0');
  string_index_.emplace(text, at);
  return at;
}

std::string Facts::serialize() const {
  Facts copy = *this;  // for the source's string
  const std::uint32_t source_name = copy.string(source);
  cairn_facts_header header{};
  header.magic = CAIRN_FACTS_MAGIC;
  header.version = CAIRN_ABI_VERSION;
  header.source = source_name;

  std::string blob(sizeof(header), '\0');
  auto append = [&blob](const auto& records) {
    while (blob.size() % 8 != 0) blob.push_back('\0');
    cairn_facts_table table{static_cast<std::uint32_t>(blob.size()), static_cast<std::uint32_t>(records.size())};
    if (!records.empty())
      blob.append(reinterpret_cast<const char*>(records.data()), records.size() * sizeof(records[0]));
    return table;
  };
#define CAIRN_FACT_APPEND(type, name) header.name = append(copy.name);
  CAIRN_FACT_TABLES(CAIRN_FACT_APPEND)
#undef CAIRN_FACT_APPEND
  header.strings = append(copy.strings_);
  while (blob.size() % 8 != 0) blob.push_back('\0');
  header.size = static_cast<std::uint32_t>(blob.size());
  std::memcpy(blob.data(), &header, sizeof(header));
  header.module = stable_hash(blob);
  std::memcpy(blob.data(), &header, sizeof(header));
  return blob;
}

std::uint64_t module_id(const std::string& blob) {
  cairn_facts_header header;
  std::memcpy(&header, blob.data(), sizeof(header));
  return header.module;
}

}  // namespace cairn::compiler
