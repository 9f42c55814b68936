// .ifc and .ifczip files: products become parts, in the unit of the file, z up.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "graze/error.h"
#include "io/ending.h"
#include "io/ifc/curved_brep.h"
#include "io/ifc/map_place.h"
#include "io/ifc/place.h"
#include "io/ifc/product.h"
#include "io/ifc/units.h"
#include "io/limits.h"
#include "io/readers.h"
#include "io/text_file.h"
#include "io/unzip.h"

namespace graze {

namespace {

using namespace ifc;

std::string file_text(const std::string& path) {
  std::ifstream file = open_file(path);
  std::error_code fault;
  const auto size = std::filesystem::file_size(path, fault);
  std::string text(fault ? 0 : static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// The text of the one model in the archive, or of the file itself.
std::string ifc_text(const std::string& path) {
  std::string text = file_text(path);
  if (text.starts_with("PK")) {
    const std::vector<ZipEntry> entries = zip_entries(text);
    const auto is_model = [](const ZipEntry& entry) {
      return !is_mac_attribute(entry.name) && (ends_with(entry.name, ".ifc") || ends_with(entry.name, ".ifcxml"));
    };
    const auto found = std::find_if(entries.begin(), entries.end(), is_model);
    if (found == entries.end()) throw Error("the archive holds no .ifc file");
    if (const auto more = std::find_if(found + 1, entries.end(), is_model); more != entries.end())
      throw Error("the archive holds several models, such as " + in_quotes(found->name) + " and " +
                  in_quotes(more->name) + ": unpack it and name those to read");
    if (ends_with(found->name, ".ifcxml")) throw Error("IFC-XML is not read: export the model as .ifc");
    text = unzipped(text, *found);
  }
  const std::size_t start = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (start != std::string::npos && text[start] == '<') throw Error("IFC-XML is not read: export the model as .ifc");
  if (start != std::string::npos && start > 0) text.erase(0, start);
  return text;
}

// Products that are no bodies: rooms, holes, drawings, what calculations are made of.
bool is_no_part(std::string_view type) {
  constexpr std::string_view types[] = {"IFCSPACE",
                                        "IFCOPENINGELEMENT",
                                        "IFCOPENINGSTANDARDCASE",
                                        "IFCVOIDINGFEATURE",
                                        "IFCPROJECTIONELEMENT",
                                        "IFCGRID",
                                        "IFCANNOTATION",
                                        "IFCSPATIALZONE",
                                        "IFCVIRTUALELEMENT",
                                        "IFCEXTERNALSPATIALELEMENT",
                                        "IFCDISTRIBUTIONPORT",
                                        "IFCREFERENT",
                                        "IFCALIGNMENT",
                                        "IFCLINEARELEMENT",
                                        "IFCALIGNMENTHORIZONTAL",
                                        "IFCALIGNMENTVERTICAL",
                                        "IFCALIGNMENTCANT",
                                        "IFCALIGNMENTSEGMENT",
                                        "IFCEARTHWORKSCUT"};
  return std::find(std::begin(types), std::end(types), type) != std::end(types) || type.starts_with("IFCSTRUCTURAL");
}

// How near points must be to be one, as the file's context for models says it, within reason.
double precision_of(const Spf& file, double metres) {
  double precision = 1e-5 / metres;
  for (const std::uint32_t id : file.all("IFCGEOMETRICREPRESENTATIONCONTEXT")) {
    const Record record = file.record(id);
    if (!record.given(3)) continue;
    const double value = parse_real(record.raw(3));
    if (value > 0) precision = value;
    if (record.text(1) == "Model") break;
  }
  return std::clamp(precision, 1e-7 / metres, 1e-4 / metres);
}

// Where placements are, if that is far away: taken out at the root of each chain of placements, where it loses nothing.
Vec3 origin_of(const Context& context, const std::vector<std::uint32_t>& products) {
  Box box;
  for (const std::uint32_t id : products) {
    try {
      const Record product = context.record(id);
      if (is_no_part(product.type())) continue;
      const Vec3 at = object_placement(context, product.ref_or_none(5)).translation;
      box = {min(box.lo, at), max(box.hi, at)};
    } catch (const Error&) {
      continue;  // it is told where the product is read
    }
  }
  if (box.empty() || !is_finite(box.lo) || !is_finite(box.hi)) return {};
  const Vec3 middle = (box.lo + box.hi) * 0.5;
  constexpr double far = 1e4, step = 1024;  // metres; units, a power of two
  if (!(length(middle) * context.metres > far) || !(length(middle) > 10 * length(box.hi - box.lo))) return {};
  return {std::nearbyint(middle.x / step) * step, std::nearbyint(middle.y / step) * step,
          std::nearbyint(middle.z / step) * step};
}

Assembly read_file(const std::string& path, const ReadOptions& options) {
  if (!(options.deflection > 0)) throw Error("the deflection must be more than 0");
  std::string text = ifc_text(path);
  const std::uint64_t size = text.size();
  const Spf file(std::move(text));
  if (!file.schema().starts_with("IFC"))
    throw Error("its schema is " + in_quotes(file.schema()) + ", which is not one of IFC");
  const Units units = units_of(file);
  const double metres = units.metres > 0 ? units.metres : 1;
  Context context{file, metres, units.radians, options.deflection / metres, precision_of(file, metres)};
  Structure structure(file);
  const std::vector<std::uint32_t> products = file.products();
  context.most_records = limits::pieces(size);
  context.origin = origin_of(context, products);
  CurvedBreps curved(context, options);
  ProductReader reader(context, structure,
                       [&](const std::vector<std::uint32_t>& shells, std::vector<std::string>& lost) {
                         return curved.read(shells, lost);
                       });
  PartList parts(size);
  std::map<std::string, std::uint64_t> no_parts, no_bodies, cut_away;
  std::map<std::string, std::string> by_global_id;  // paths of products with a body
  const std::string title = std::filesystem::path(path).filename().string();
  if (!file.ended()) parts.skip(title, "the file ends before its data do");
  if (file.damaged_records() > 0)
    parts.skip(title, std::to_string(file.damaged_records()) + " of its records cannot be read");
  for (const std::uint32_t id : products) {
    const Record product = file.record(id);
    if (is_no_part(product.type())) {
      ++no_parts[class_name(product.type())];
      continue;
    }
    const std::string where = parts.unique(structure.path(id));
    const std::string global_id = product.text(0);
    try {
      ProductBody body = reader.read(product);
      if (!body.body_asked) {
        ++no_bodies[class_name(product.type())];
        continue;
      }
      for (const std::string& loss : body.losses.lost) parts.skip(where, loss, global_id);
      if (body.cut_away) ++cut_away[class_name(product.type())];
      if (!body.part.shape && !body.cut_away && body.losses.lost.empty()) throw Error("its body has no triangles");
      if (!body.part.shape) continue;
      if (const PoseFault fault = graze::fault(body.pose); fault != PoseFault::none)
        throw Error(fault == PoseFault::singular ? "its transform flattens it"
                                                 : "its transform leaves the finite numbers");
      Part part{structure.name(id), where, body.part.shape, body.pose, body.part.remark, global_id};
      part.layer = printable(body.layer);
      structure.describe(id, part);
      if (const auto [other, is_new] = by_global_id.try_emplace(global_id, where); !global_id.empty() && !is_new) {
        // Two products, whatever they are called: the second is known by its path.
        part.global_id.clear();
        part.remark += (part.remark.empty() ? "" : "; ") +
                       ("its GlobalId " + global_id + " is that of " + in_quotes(other->second) + ", too");
      }
      if (body.sheets.shape) {
        Part sheets = part;
        sheets.path = parts.unique(where + "/sheets");
        sheets.shape = body.sheets.shape;
        sheets.remark = body.sheets.remark;
        parts.add(std::move(sheets));
      }
      parts.add(std::move(part));
    } catch (const Error& error) {
      parts.skip(where, error.what(), global_id);
    }
  }
  Assembly assembly = std::move(parts).finish(0x1p-52);
  assembly.origin = context.origin;
  for (const auto& [kind, count] : no_parts)
    assembly.notes.push_back(std::to_string(count) + " of " + kind + " are no parts");
  for (const auto& [kind, count] : no_bodies)
    assembly.notes.push_back(std::to_string(count) + " of " + kind + " have no body, only lines, points or boxes");
  for (const auto& [kind, count] : cut_away)
    assembly.notes.push_back(std::to_string(count) + " of " + kind + " are cut away by their openings");
  if (assembly.parts.empty() && assembly.skipped.empty() && cut_away.empty()) {
    std::string text = "no product in it has a body";
    for (const std::string& note : assembly.notes) text += (&note == &assembly.notes.front() ? ": " : ", ") + note;
    throw Error(text);
  }
  assembly.map = map_place(file, metres, assembly.notes);
  assembly.metres_per_unit = units.metres;
  assembly.up = UpAxis::z;
  assembly.deflection = context.deflection;
  assembly.resolution = std::max(assembly.resolution, context.precision / 4);
  return assembly;
}

}  // namespace

Assembly read_ifc(const std::string& path, const ReadOptions& options) {
  try {
    return read_file(path, options);
  } catch (const Error& error) {
    const std::string text = error.what();
    throw Error(text.starts_with(path) ? text : path + ": " + text);
  }
}

}  // namespace graze
