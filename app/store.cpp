// `graze store`: a model as a part store on disk, and what a store holds.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/check_store.h"
#include "app/commands.h"
#include "app/output.h"
#include "app/read_model.h"
#include "base/json_text.h"
#include "clash/length.h"
#include "graze/error.h"

namespace graze::app {

namespace {

struct StoreOptions {
  std::vector<std::string> files, places;
  std::string output, unit, up, deflection, weld;
  bool verify = false, json = false, allow_incomplete = false;
};

// Reads every part and every shape, so that what is damaged is found.
void verify(const PartStore& store) {
  Progress progress("reading");
  for (std::uint32_t i = 0; i < store.size(); ++i) {
    (void)store.part(i);
    if (i % 256 == 0) progress.update(double(i) / double(store.size()), double(store.size()));
  }
}

std::string text_of(const PartStore& store) {
  const StoreInfo& info = store.info();
  return fmt::format("{}: {} parts, {} shapes of {:.1f} MB, lengths in {}{}\n", store.folder(), info.parts, info.shapes,
                     double(info.shape_bytes) * 1e-6, unit_name(info.metres_per_unit),
                     info.skipped.empty() ? "" : fmt::format("; {} parts are lost", info.skipped.size()));
}

std::string json_of(const PartStore& store) {
  const StoreInfo& info = store.info();
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("store", store.folder()).field("id", info.id).field("parts", info.parts).field("shapes", info.shapes);
    out.field("shape_bytes", info.shape_bytes).field("units", unit_name(info.metres_per_unit));
    out.field("skipped", info.skipped.size()).key("box").array([&] {
      out.value(info.box.lo + info.origin).value(info.box.hi + info.origin);
    });
  });
  return text + "\n";
}

int run_store(const StoreOptions& options) {
  std::string folder = options.output;
  if (folder.empty()) {
    if (options.files.size() != 1 || !is_store(options.files[0]))
      throw Error("--output: say where the store is to be, or name one store to be told of it");
    folder = options.files[0];
  } else {
    build_store(options.files,
                {options.unit, options.up, options.places, parse_deflection(options.deflection),
                 options.allow_incomplete, options.weld},
                folder);
  }
  const PartStore store(folder);
  if (options.verify) verify(store);
  for (const std::string& note : store.info().notes) report("graze: note: " + note + "\n");
  for (const SkippedPart& part : store.info().skipped) report("graze: lost " + part.path + ": " + part.reason + "\n");
  print(options.json ? json_of(store) : text_of(store));
  return store.info().skipped.empty() ? exit_clean : exit_incomplete;
}

}  // namespace

void add_store(CommandLine& line, int& exit_code) {
  Command command = line.add_command("store", "Write a model as a part store, for models that do not fit into memory");
  const auto options = std::make_shared<StoreOptions>();
  command.add_option("FILES", options->files, "Models: " + model_endings() + "; or a part store, to be told of it")
      .required();
  command.add_option("--output,-o", options->output, "The folder of the store");
  command.add_option("--unit", options->unit, "As of `graze check`");
  command.add_option("--up", options->up, "As of `graze check`");
  command.add_option("--place", options->places, "As of `graze check`");
  command.add_option("--deflection", options->deflection, "As of `graze check`");
  command.add_option("--weld", options->weld, "As of `graze check`");
  command.add_flag("--allow-incomplete", options->allow_incomplete, "As of `graze check`");
  command.add_flag("--verify", options->verify, "Read everything back and check it");
  command.add_flag("--json", options->json, "Tell of the store as JSON");
  command.on_run([options, &exit_code] { exit_code = run_store(*options); });
}

}  // namespace graze::app
