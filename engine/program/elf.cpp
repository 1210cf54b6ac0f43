#include "engine/program/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace cairn::program {
namespace {

// No section table or section of ours comes near it; a broken file must not make us allocate what it claims.
constexpr std::uint64_t kLimit = 1ull << 31;

class File {
 public:
  explicit File(const std::filesystem::path& path) : path_(path), fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  base::Status check() {
    struct stat status{};
    if (fd_ < 0 || fstat(fd_, &status) != 0) {
      return base::environment_error("cannot read " + path_.string() + ": " + std::strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) return base::environment_error(path_.string() + " is not a file");
    size_ = static_cast<std::uint64_t>(status.st_size);
    return {};
  }

  base::Error broken(const char* what) const {
    return base::environment_error(path_.string() + " is not a usable ELF64 file: " + what);
  }

  base::Result<std::vector<std::uint8_t>> read(std::uint64_t offset, std::uint64_t size, const char* what) {
    if (offset > size_ || size > size_ - offset || size > kLimit) return broken(what);
    std::vector<std::uint8_t> bytes(size);
    std::size_t done = 0;
    while (done < size) {
      const ssize_t n = pread(fd_, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return base::environment_error("cannot read " + path_.string() + ": " + std::strerror(errno));
      if (n == 0) return broken(what);  // it shrank meanwhile
      done += static_cast<std::size_t>(n);
    }
    return bytes;
  }

 private:
  std::filesystem::path path_;
  int fd_;
  std::uint64_t size_ = 0;
};

template <class T>
T record(const std::vector<std::uint8_t>& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

}  // namespace

base::Result<std::vector<Section>> read_sections(const std::filesystem::path& path,
                                                 const std::function<bool(const Section&)>& wanted) {
  File file(path);
  std::vector<Section> sections;
  TRY_STATUS(file.check());
  TRY(const auto header_bytes, file.read(0, sizeof(Elf64_Ehdr), "too short for a header"));
  const auto header = record<Elf64_Ehdr>(header_bytes, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return file.broken("no ELF magic number");
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    return file.broken("not 64 bits, little-endian");
  }
  if (header.e_shoff == 0) return sections;
  if (header.e_shentsize != sizeof(Elf64_Shdr)) return file.broken("section headers of an unknown size");

  // Files with very many sections keep their number, and the index of their names, in section 0.
  TRY(const auto first_bytes, file.read(header.e_shoff, sizeof(Elf64_Shdr), "section headers beyond its end"));
  const auto first = record<Elf64_Shdr>(first_bytes, 0);
  const std::uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
  const std::uint64_t names_index = header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
  if (count > kLimit / sizeof(Elf64_Shdr)) return file.broken("section headers beyond its end");
  TRY(const auto table, file.read(header.e_shoff, count * sizeof(Elf64_Shdr), "section headers beyond its end"));
  if (names_index >= count) return file.broken("section names missing");
  const auto names_header = record<Elf64_Shdr>(table, names_index);
  TRY(const auto names, file.read(names_header.sh_offset, names_header.sh_size, "section names beyond its end"));

  for (std::uint64_t i = 1; i < count; ++i) {
    const auto found = record<Elf64_Shdr>(table, i);
    if (found.sh_name >= names.size()) continue;
    const auto* name = reinterpret_cast<const char*>(names.data()) + found.sh_name;
    Section& section = sections.emplace_back();
    section.name = std::string(name, strnlen(name, names.size() - found.sh_name));
    section.type = found.sh_type;
    section.flags = found.sh_flags;
    section.address = found.sh_addr;
    section.size = found.sh_size;
    if (found.sh_type == SHT_NOBITS || !wanted(section)) continue;
    TRY(section.content, file.read(found.sh_offset, found.sh_size, "a section beyond its end"));
  }
  return sections;
}

base::Result<std::optional<std::vector<std::uint8_t>>> read_section(const std::filesystem::path& path,
                                                                    std::string_view section) {
  using Found = std::optional<std::vector<std::uint8_t>>;
  TRY(auto sections, read_sections(path, [section](const Section& each) { return each.name == section; }));
  const auto found = std::ranges::find(sections, section, &Section::name);
  if (found == sections.end()) return Found{};
  const File file(path);
  if (found->type == SHT_NOBITS) return file.broken("a section without content");
  if ((found->flags & SHF_COMPRESSED) != 0) return file.broken("a compressed section");
  return Found(std::move(found->content));
}

}  // namespace cairn::program
