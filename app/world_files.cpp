// `save`, `load` and `draw` of the op `world`: what goes to files and comes from them.
#include "app/world_ops.h"
#include "base/json_text.h"
#include "graze/draw.h"
#include "graze/draw_file.h"

namespace graze::app {
namespace {

std::string read_path(const Fields& fields) {
  const std::string& path = read_string(fields.need("file"), fields.at("file"));
  if (path.empty()) throw Error("'file' must not be empty");
  return path;
}

bool read_choice(const Fields& fields, std::string_view field, bool otherwise) {
  const Json* value = fields.find(field);
  return value == nullptr ? otherwise : read_bool(*value, fields.at(field));
}

}  // namespace

void WorldOps::save(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "do", "file"});
  graze::save(world_, read_path(fields));
  JsonWriter(text).field("objects", world_.size());
}

// The pipeline begins anew, with the settings that it had.
void WorldOps::load(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "do", "file"});
  World loaded = load_world(read_path(fields));
  Pipeline begun(world_, pipeline_.settings());
  world_ = std::move(loaded);
  pipeline_ = std::move(begun);
  JsonWriter(text).field("objects", world_.size());
}

void WorldOps::draw(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "do", "file", "surfaces", "edges", "boxes", "step"});
  DrawSettings settings;
  settings.surfaces = read_choice(fields, "surfaces", settings.surfaces);
  settings.edges = read_choice(fields, "edges", settings.edges);
  settings.boxes = read_choice(fields, "boxes", settings.boxes);
  DrawList drawing;
  graze::draw(world_, drawing, settings);
  if (read_choice(fields, "step", false)) graze::draw(pipeline_.last(), world_, drawing, settings);
  write_drawing(drawing, read_path(fields));
  JsonWriter(text).field("triangles", drawing.triangles.size()).field("lines", drawing.lines.size());
}

}  // namespace graze::app
