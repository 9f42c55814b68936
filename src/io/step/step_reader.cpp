// step_reader of graze/readers.h: OpenCASCADE in a child process.
#include <filesystem>

#include "graze/error.h"
#include "graze/readers.h"
#include "io/child.h"
#include "io/formats.h"
#include "io/step/step_scene.h"
#include "io/text_file.h"

namespace graze {

AssemblyReader step_reader() {
  return {endings_by(FileFormat::By::step), [](const std::string& path, const ReadOptions& options) {
            open_file(path);
            try {
              const std::uint64_t bytes = std::filesystem::file_size(path);
              const auto work = [&] { return to_bytes(read_step_scene(path, options.deflection)); };
              return make_assembly(from_bytes(run_in_child(work, limits_for(bytes))), bytes);
            } catch (const Error& error) {
              throw Error(path + ": " + error.what());
            }
          }};
}

}  // namespace graze
