// `graze info FILE`: what a file holds.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/assembly_info.h"
#include "app/commands.h"
#include "app/materials_text.h"
#include "app/output.h"
#include "app/read_model.h"
#include "app/read_shape.h"
#include "base/json_text.h"
#include "clash/length.h"
#include "graze/io.h"
#include "io/formats.h"
#include "shape/data.h"
#include "shape/sized_kinds.h"

namespace graze::app {

namespace {

struct InfoOptions {
  std::string file, deflection, weld;
  bool json = false, parts = false;
};

// In the shape's own frame, a margin left aside. None of an open surface, a half-space, or a compound, whose parts may
// overlap.
std::optional<double> volume_of(const Shape& shape) {
  const ShapeData& data = data_of(shape);
  if (data.form == ShapeForm::compound) return std::nullopt;
  const SizedKind* const kind = sized_kind(data.form);
  if (kind == nullptr) return shape.topology().closed ? std::optional(shape.topology().signed_volume) : std::nullopt;
  double numbers[most_size_numbers];
  kind->numbers(data, numbers);
  return kind->volume(numbers);
}

// Of a closed surface as of the solid that it bounds.
PolygonFacts polygons_of(const Shape& shape, const Topology& topology) {
  return polygon_facts(topology.volume_sign > 0 ? as_solid(shape) : shape);
}

using Names = std::vector<std::string>;

std::vector<std::uint64_t> triangles_of(const Shape& shape, const Names& materials) {
  std::vector<std::uint64_t> counts(materials.size());
  count_tags(shape, counts);
  return counts;
}

std::string info_json(const std::string& file, const Shape& shape, const Topology& topology, std::size_t nodes,
                      const Names& materials) {
  const PolygonFacts polygons = polygons_of(shape, topology);
  const Box bounds = shape.bounds();
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("file", file).field("form", name(shape.form())).field("triangles", shape.triangle_count());
    out.field("vertices", topology.vertices).key("bounds").array([&] { out.value(bounds.lo).value(bounds.hi); });
    out.field("solid", shape.solid()).field("closed", topology.closed).field("oriented", topology.oriented);
    out.field("components", topology.components).field("open_edges", topology.open_edges);
    out.field("non_manifold_edges", topology.non_manifold_edges);
    out.field("degenerate_triangles", topology.degenerate_triangles).key("volume");
    const std::optional<double> volume = volume_of(shape);
    volume ? out.value(*volume) : out.value(nullptr);
    out.field("faces", polygons.faces).field("edges", polygons.edges);
    out.field("internal_edges", polygons.internal_edges).field("dangling_edges", polygons.dangling_edges);
    if (!materials.empty()) append_materials(text, materials, triangles_of(shape, materials));
    out.field("tree_nodes", nodes).field("memory", shape.memory());
  });
  return text + "\n";
}

std::string info_text(const std::string& file, const Shape& shape, const Topology& topology, std::size_t nodes,
                      const Names& materials) {
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  std::string text = file + "\n";
  const auto row = [&](const char* key, const std::string& value) { text += fmt::format("  {:<21} {}\n", key, value); };
  row("form", name(shape.form()));
  row("triangles", std::to_string(shape.triangle_count()));
  if (!materials.empty()) row("materials", materials_text(materials, triangles_of(shape, materials)));
  row("vertices", std::to_string(topology.vertices) + " distinct");
  row("bounds", plain_point(shape.bounds().lo) + " to " + plain_point(shape.bounds().hi));
  row("solid", yes(shape.solid()));
  row("closed", yes(topology.closed));
  row("oriented", yes(topology.oriented));
  row("components", std::to_string(topology.components));
  row("open edges", std::to_string(topology.open_edges));
  row("non-manifold edges", std::to_string(topology.non_manifold_edges));
  row("degenerate triangles", std::to_string(topology.degenerate_triangles));
  const std::optional<double> volume = volume_of(shape);
  const char* none = shape.form() == ShapeForm::halfspace  ? "none: it has no end"
                     : shape.form() == ShapeForm::compound ? "none: parts may overlap"
                                                           : "none: the surface is open";
  row("volume", volume ? fmt::format("{}", *volume) : none);
  const PolygonFacts polygons = polygons_of(shape, topology);
  row("convex faces", std::to_string(polygons.faces));
  row("their edges", fmt::format("{}, {} internal ({:.1f} %), {} dangling", polygons.edges, polygons.internal_edges,
                                 polygons.edges == 0 ? 0.0
                                                     : 100.0 * static_cast<double>(polygons.internal_edges) /
                                                           static_cast<double>(polygons.edges),
                                 polygons.dangling_edges));
  row("tree nodes", std::to_string(nodes));
  row("memory", fmt::format("{} bytes", shape.memory()));
  return text;
}

int run_info(const InfoOptions& options) {
  if (options.parts || !is_shape_file(options.file)) {
    Assembly model = read_model(options.file, parse_deflection(options.deflection), true);
    if (!options.weld.empty()) close_cracks(model, parse_length(options.weld, model.metres_per_unit, "--weld"));
    print(assembly_info(options.file, model, options.json));
    return model.skipped.empty() ? exit_clean : exit_incomplete;
  }
  Names materials;
  const Shape shape = read_shape(options.file, materials);
  const Topology& topology = shape.topology();
  const std::size_t nodes = shape.triangle_count() == 0 ? 0 : data_of(shape).tree().nodes.size();
  print((options.json ? info_json : info_text)(options.file, shape, topology, nodes, materials));
  return exit_clean;
}

}  // namespace

void add_info(CommandLine& line, int& exit_code) {
  Command command = line.add_command("info", "Tell what a file holds: of a shape its geometry, of a model its parts");
  const auto options = std::make_shared<InfoOptions>();
  command.add_option("FILE", options->file, "A shape: " + all_shape_endings() + "; or a model: " + model_endings())
      .required();
  command.add_flag("--parts", options->parts, "Of " + shape_endings() + ", too, the parts");
  command.add_option("--deflection", options->deflection,
                     "STEP, IGES and IFC: how far triangles may be from curved faces; else 0.1mm");
  command.add_option("--weld", options->weld,
                     "Open parts are solids where cracks and holes up to this width are all that is missing");
  command.add_flag("--json", options->json, "One JSON object instead of text");
  command.on_run([options, &exit_code] { exit_code = run_info(*options); });
}

}  // namespace graze::app
