// 3MF: a zip archive with a model in XML. Every item of its build is a part, or, where it is made of components, a path
// of parts; objects that are used more than once share a shape. z is up.
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/ending.h"
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
  explicit ThreeMfReader(const XmlFile& file) : file_(file) {}

  Assembly read() {
    const XmlElement& model = file_.root();
    if (local_name(model) != "model") file_.fail(model, "the root is not <model>");
    const XmlElement* build = nullptr;
    for (const XmlElement& child : model.children) {
      if (local_name(child) == "build") build = &child;
      if (local_name(child) != "resources") continue;
      for (const XmlElement& object : child.children) {
        if (local_name(object) == "object") objects_[file_.text(object, "id")].element = &object;
      }
    }
    if (build == nullptr) file_.fail(model, "there is no <build>");
    for (const XmlElement& item : build->children) {
      if (local_name(item) == "item") place(file_.text(item, "objectid"), pose_of(item), "", 0);
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

  void place(const std::string& id, const Pose& pose, const std::string& parent, int depth) {
    const auto found = objects_.find(id);
    if (depth > 64) throw Error(file_.path() + ": components are nested too deep, or in themselves");
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
    for (const XmlElement& child : object.children) {
      if (local_name(child) == "components") {
        for (const XmlElement& component : child.children) {
          if (local_name(component) == "component")
            place(file_.text(component, "objectid"), pose * pose_of(component), path, depth + 1);
        }
      } else if (local_name(child) == "mesh") {
        add(found->second, child, name, path, pose);
      }
    }
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
    for (const XmlElement& list : mesh.children) {
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
    return make_part_shape(std::move(vertices), std::move(triangles));
  }

  const XmlFile& file_;
  std::map<std::string, Object> objects_;
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
  try {
    const std::vector<ZipEntry> entries = zip_entries(archive);
    const ZipEntry* model = nullptr;
    for (const ZipEntry& entry : entries) {
      // The root model; others hang on it by an extension that is not read, and then objects are missing.
      if (!ends_with(entry.name, ".model")) continue;
      if (model == nullptr || ends_with(entry.name, "3d/3dmodel.model")) model = &entry;
    }
    if (model == nullptr) throw Error("the archive holds no .model");
    text = unzipped(archive, *model);
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
  const XmlFile file(path, text);
  return ThreeMfReader(file).read();
}

}  // namespace graze
