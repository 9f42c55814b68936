// 3MF: a zip archive with a model in XML. Every item of its build is a part, or, where it is made of components, a path
// of parts; objects that are used more than once share a shape. z is up. Beams, slices and the like, which extensions
// add to an object, are noted beside its triangles, and lost where it has none; a required extension that is not known
// is an error.
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/ending.h"
#include "io/limits.h"
#include "io/part_list.h"
#include "io/readers.h"
#include "io/text_file.h"
#include "io/unzip.h"
#include "io/xml.h"

namespace graze {

namespace {

// Names may have a prefix for their namespace.
std::string_view local_name(const XmlElement& element) {
  const std::string_view name = element.name;
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

class ThreeMfReader {
 public:
  ThreeMfReader(const XmlFile& file, std::uint64_t file_bytes)
      : file_(file), parts_left_(limits::parts(file_bytes)), parts_(file_bytes) {}

  Assembly read() {
    const XmlElement& model = file_.root();
    if (local_name(model) != "model") file_.fail(model, "the root is not <model>");
    check_required(model);
    const XmlElement* build = nullptr;
    for (const XmlElement& child : model.children) {
      if (local_name(child) == "build") build = &child;
      if (local_name(child) != "resources") continue;
      for (const XmlElement& object : child.children) {
        if (local_name(object) != "object") continue;
        const std::string& id = file_.text(object, "id");
        if (!add_object(id, object)) file_.fail(object, "a second object " + in_quotes(id));
      }
    }
    if (build == nullptr) file_.fail(model, "there is no <build>");
    for (const XmlElement& item : build->children) {
      if (local_name(item) != "item") continue;
      const std::string *const path = item.find("p:path"), &id = file_.text(item, "objectid");
      place(path == nullptr ? id : *path + "#" + id, pose_of(item), "", 0);
    }
    Assembly assembly = std::move(parts_).finish(0x1p-52);
    assembly.metres_per_unit = unit(model);
    assembly.up = UpAxis::z;
    if (assembly.parts.empty() && assembly.skipped.empty()) throw Error(file_.path() + ": its build has no parts");
    return assembly;
  }

 private:
  struct Object {
    const XmlElement* element = nullptr;
    bool read = false;
    PartShape part;
    std::string fault;
  };

  double unit(const XmlElement& model) const {
    constexpr std::pair<std::string_view, double> units[] = {
        {"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2}, {"inch", 0.0254}, {"foot", 0.3048}, {"meter", 1}};
    const std::string* const name = model.find("unit");
    if (name == nullptr) return 1e-3;
    for (const auto& [known, metres] : units) {
      if (*name == known) return metres;
    }
    file_.fail(model, "its unit is not known: " + in_quotes(*name));
  }

  // Twelve numbers: rows of the linear part, which multiply row vectors, then the translation.
  Pose pose_of(const XmlElement& element) const {
    if (element.find("transform") == nullptr) return {};
    const std::vector<double> m = file_.numbers(element, "transform");
    if (m.size() != 12) file_.fail(element, "'transform' must have 12 numbers");
    return {{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}, {m[9], m[10], m[11]}};
  }

  bool add_object(const std::string& id, const XmlElement& element) {
    const auto [found, added] = objects_.try_emplace(id);
    if (added) found->second.element = &element;
    return added;
  }

  // Extensions without which the model is another one.
  void check_required(const XmlElement& model) const {
    const std::string* const required = model.find("requiredextensions");
    if (required == nullptr) return;
    std::vector<std::string_view> prefixes;
    split_words(*required, prefixes);
    for (const std::string_view prefix : prefixes) {
      const std::string* const space = model.find("xmlns:" + std::string(prefix));
      const std::string name = space == nullptr ? std::string(prefix) : *space;
      // Of several files only the first is read: what is in others is named where it is placed.
      if (name.find("/material/") == std::string::npos && name.find("/production/") == std::string::npos)
        file_.fail(model, "it requires the extension " + in_quotes(name) + ", which is not read");
    }
  }

  void place(const std::string& id, const Pose& pose, const std::string& parent, int depth) {
    const auto found = objects_.find(id);
    if (depth > limits::nesting) throw Error(file_.path() + ": components are nested too deep, or in themselves");
    if (parts_left_-- == 0)
      throw Error(file_.path() + ": it places too many objects for its size: at " + in_quotes(id));
    if (found == objects_.end()) {
      parts_.skip(parts_.unique(parent.empty() ? "object " + id : parent + "/object " + id),
                  "there is no object " + in_quotes(id) + " in this model; those of other files are not read");
      return;
    }
    const XmlElement& object = *found->second.element;
    const std::string* const given = object.find("name");
    const std::string name = given != nullptr && !given->empty() ? *given : "object " + id;
    const std::string path = parts_.unique(parent.empty() ? name : parent + "/" + name);
    if (fault(pose) != PoseFault::none) {
      parts_.skip(path, "its transform flattens it, or leaves the finite numbers");
      return;
    }
    bool any = false;
    for (const XmlElement& child : object.children) {
      if (local_name(child) == "components") {
        for (const XmlElement& component : child.children) {
          if (local_name(component) != "component") continue;
          const std::string *const other = component.find("p:path"), &of = file_.text(component, "objectid");
          place(other == nullptr ? of : *other + "#" + of, pose * pose_of(component), path, depth + 1);
          any = true;
        }
      } else if (local_name(child) == "mesh") {
        add(found->second, child, name, path, pose);
        any = true;
      }
    }
    if (!any) parts_.skip(path, "the object has neither a mesh nor components");
  }

  void add(Object& object, const XmlElement& mesh, const std::string& name, const std::string& path, const Pose& pose) {
    if (!object.read) {
      object.read = true;
      try {
        object.part = read_mesh(mesh);
      } catch (const Error& error) {
        object.fault = error.what();
      }
    }
    if (!object.fault.empty()) return parts_.skip(path, object.fault);
    parts_.add({name, path, object.part.shape, pose, object.part.remark});
  }

  PartShape read_mesh(const XmlElement& mesh) const {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    std::string left_out;
    for (const XmlElement& list : mesh.children) {
      const std::string_view kind = local_name(list);
      if (kind != "vertices" && kind != "triangles" && kind != "trianglesets")
        left_out += (left_out.empty() ? "" : ", ") + ("<" + std::string(kind) + ">");
      if (kind != "vertices" && kind != "triangles") continue;
      for (const XmlElement& one : list.children) {
        if (local_name(one) == "vertex") {
          vertices.push_back({file_.number(one, "x"), file_.number(one, "y"), file_.number(one, "z")});
        } else if (local_name(one) == "triangle") {
          Index3 triangle{};
          const char* const corners[] = {"v1", "v2", "v3"};
          for (std::size_t i = 0; i < 3; ++i) {
            const double index = file_.number(one, corners[i]);
            if (!(index >= 0) || index >= UINT32_MAX || index != std::floor(index)) file_.fail(one, "no index");
            triangle[i] = static_cast<std::uint32_t>(index);
          }
          triangles.push_back(triangle);
        }
      }
    }
    if (triangles.empty()) throw Error("its mesh has no triangles" + (left_out.empty() ? "" : ", only " + left_out));
    PartShape part = make_part_shape(std::move(vertices), std::move(triangles));
    if (!left_out.empty()) part.remark += (part.remark.empty() ? "" : "; ") + ("left out: " + left_out);
    return part;
  }

  const XmlFile& file_;
  std::map<std::string, Object> objects_;
  std::uint64_t parts_left_;  // objects that may be placed
  PartList parts_;
};

}  // namespace

Assembly read_threemf(const std::string& path) {
  std::string archive;
  {
    std::ifstream file = open_file(path);
    archive.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::string text;
  std::uint64_t packed = 0;
  try {
    const std::vector<ZipEntry> entries = zip_entries(archive);
    const ZipEntry* model = nullptr;
    for (const ZipEntry& entry : entries) {
      // The root model; others hang on it by an extension that is not read, and then objects are missing.
      if (!ends_with(entry.name, ".model")) continue;
      if (model == nullptr || ends_with(entry.name, "3d/3dmodel.model")) model = &entry;
    }
    if (model == nullptr) throw Error("the archive holds no .model");
    packed = model->packed;
    text = unzipped(archive, *model);
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
  const XmlFile file(path, text, limits::xml_elements(packed));
  return ThreeMfReader(file, archive.size()).read();
}

}  // namespace graze
