#include "app/read_model.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "clash/length.h"
#include "graze/error.h"
#include "graze/readers.h"
#include "io/child.h"
#include "io/foreign_scene.h"
#include "io/formats.h"
#include "io/text_file.h"

namespace graze::app {

namespace {

// STEP and IGES by the program graze-step that stands beside this one; it is there when OpenCASCADE was.
std::optional<AssemblyReader> step_program() {
  std::error_code fault;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", fault);
  const std::string program = (self.parent_path() / "graze-step").string();
  if (fault || !std::filesystem::exists(program, fault)) return std::nullopt;
  return AssemblyReader{endings_by(FileFormat::By::step),
                        [program](const std::string& path, const ReadOptions& options) {
                          open_file(path);
                          try {
                            const std::uint64_t bytes = std::filesystem::file_size(path);
                            const std::string scene =
                                run_program({program, path, fmt::format("{}", options.deflection)}, limits_for(bytes));
                            return make_assembly(from_bytes(scene), bytes);
                          } catch (const Error& error) {
                            throw Error(path + ": " + error.what());
                          }
                        }};
}

}  // namespace

std::vector<AssemblyReader> model_readers() {
  std::vector<AssemblyReader> all;
#if GRAZE_HAS_ASSIMP
  all.push_back(assimp_reader());
#endif
  if (auto step = step_program()) all.push_back(std::move(*step));
  return all;
}

std::vector<MeshDecoder> model_decoders() {
  std::vector<MeshDecoder> all;
#if GRAZE_HAS_DRACO
  all.push_back(draco_decoder());
#endif
  return all;
}

Assembly read_model(const std::string& path, double deflection, bool allow_incomplete) {
  return read_assembly(path, {deflection, model_readers(), model_decoders(), allow_incomplete});
}

double parse_deflection(const std::string& text) {
  constexpr double millimetre = 1e-3;
  if (text.empty()) return ReadOptions{}.deflection;
  const double length = parse_length(text, millimetre, "--deflection") * millimetre;
  if (!(length > 0)) throw Error("--deflection: must be more than 0");
  return length;
}

std::string model_endings() {
  std::string text = part_endings();
  for (const AssemblyReader& reader : model_readers()) {
    for (const std::string& ending : reader.endings) text += ", " + ending;
  }
  return text;
}

}  // namespace graze::app
