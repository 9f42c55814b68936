// read_assembly of graze/assembly.h: who reads a file, by the table of formats and the readers handed in.
#include <algorithm>

#include "base/float_state.h"
#include "graze/assembly.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/formats.h"

namespace graze {

namespace {

// What to do about files for which no reader was handed in.
std::string hint(const FileFormat* format, const std::string& path) {
  for (const char* ending : {".usd", ".usda", ".usdc", ".usdz"})
    if (ends_with(path, ending)) return "is USD, which is not read: export it as glTF";
  for (const char* ending : {".ifcxml", ".xml"})
    if (ends_with(path, ending)) return "is XML, which is not read: export the model as .ifc";
  switch (format == nullptr ? FileFormat::By::graze : format->by) {
    case FileFormat::By::assimp:
      return "is read by graze::assimp, which is not here: install libassimp-dev, build again";
    case FileFormat::By::step:
      return "is read by graze::step, which is not here: install libocct-data-exchange-dev, build again";
    case FileFormat::By::graze:
      break;
  }
  return "has an ending that is not one that can be read";
}

// What is lost, the first few by name, and what to do.
std::string loss_text(const std::vector<SkippedPart>& skipped) {
  constexpr std::size_t most_named = 5, most_letters = 300;
  std::string text = "geometry would be lost: ";
  for (std::size_t i = 0; i < std::min(skipped.size(), most_named); ++i) {
    const std::string one = skipped[i].path + ": " + skipped[i].reason;
    text += (i == 0 ? "" : "; ") + one.substr(0, most_letters) + (one.size() > most_letters ? "..." : "");
  }
  if (skipped.size() > most_named) text += "; and " + std::to_string(skipped.size() - most_named) + " more";
  return text + ". To read the rest, allow an incomplete model (--allow-incomplete, allow_incomplete)";
}

Assembly read_any(const std::string& path, const ReadOptions& options) {
  const FileFormat* const format = format_of(path);
  if (format != nullptr && format->read_parts != nullptr) return format->read_parts(path);
  if (format != nullptr && format->read_with != nullptr) return format->read_with(path, options);
  std::string endings = part_endings();
  for (const AssemblyReader& reader : options.readers) {
    for (const std::string& ending : reader.endings) {
      if (ends_with(path, ending)) {
        Assembly assembly = reader.read(path, options);
        if (assembly.deflection > 0) close_cracks(assembly, assembly.deflection);
        return assembly;
      }
      endings += ", " + ending;
    }
  }
  throw Error(path + ": the file " + hint(format, path) + " (" + endings + " are read)");
}

}  // namespace

Assembly read_assembly(const std::string& path, const ReadOptions& options) {
  const FloatState standard;
  Assembly assembly;
  try {
    assembly = read_any(path, options);
  } catch (const Error& error) {
    const std::string text = error.what();
    throw Error(text.starts_with(path) ? text : path + ": " + text);
  }
  if (!options.allow_incomplete && !assembly.skipped.empty()) throw Error(path + ": " + loss_text(assembly.skipped));
  return assembly;
}

}  // namespace graze
