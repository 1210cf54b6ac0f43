// The tables of OUT/cairn.db and the rows of the manifest.
#pragma once

#include <filesystem>

#include "engine/base/result.h"
#include "engine/suite/database.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {

// Writes a complete new database and gives it its name last: a database that is there has its tables and its manifest.
base::Status create_database(const std::filesystem::path& path, const Manifest& manifest);

// Replaces program, hash and command.
base::Status write_program(const Database& database, const Manifest& manifest);

// Opens one, and makes sure that it is ours and of this version.
base::Result<std::unique_ptr<Database>> open_database(const std::filesystem::path& path, Database::Mode mode);

base::Result<Manifest> read_manifest(const Database& database);

}  // namespace cairn::suite
