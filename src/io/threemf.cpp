// 3MF: a zip archive with models in XML, one of them the root. Every item of its build is a part, or, where it is made
// of components, a path of parts, also of objects in the other models; objects that are used more than once share a
// shape. z is up. Beams, slices and the like, which extensions add to an object, are noted beside its triangles, and
// lost where it has none; a required extension that is not known is an error.
#include <cctype>
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

// Of an entry of the archive: in lower case, without a '/' before it.
std::string model_name(std::string_view entry) {
  std::string name(entry.substr(entry.starts_with('/') ? 1 : 0));
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

struct Model {
  std::string name;
  XmlFile file;
};

class ThreeMfReader {
 public:
  // The first is the root.
  ThreeMfReader(const std::vector<Model>& models, std::uint64_t file_bytes)
      : models_(models), file_(models.front().file), parts_left_(limits::parts(file_bytes)), parts_(file_bytes) {}

  Assembly read() {
    const XmlElement& model = file_.root();
    if (local_name(model) != "model") file_.fail(model, "the root is not <model>");
    check_required(model);
    for (const Model& one : models_) add_objects(one);
    const XmlElement* build = nullptr;
    for (const XmlElement& child : model.children) {
      if (local_name(child) == "build") build = &child;
    }
    if (build == nullptr) file_.fail(model, "there is no <build>");
    for (const XmlElement& item : build->children) {
      if (local_name(item) != "item") continue;
      place(key_of(item, models_.front()), pose_of(item, file_), "", 0);
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
    const Model* model = nullptr;
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
  static Pose pose_of(const XmlElement& element, const XmlFile& file) {
    if (element.find("transform") == nullptr) return {};
    const std::vector<double> m = file.numbers(element, "transform");
    if (m.size() != 12) file.fail(element, "'transform' must have 12 numbers");
    return {{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}, {m[9], m[10], m[11]}};
  }

  // Of an object: the name of its model and its id.
  using Key = std::pair<std::string, std::string>;

  void add_objects(const Model& model) {
    for (const XmlElement& child : model.file.root().children) {
      if (local_name(child) != "resources") continue;
      for (const XmlElement& object : child.children) {
        if (local_name(object) != "object") continue;
        const std::string& id = model.file.text(object, "id");
        const auto [found, added] = objects_.try_emplace(Key{model.name, id});
        if (!added) model.file.fail(object, "a second object " + in_quotes(id));
        found->second.element = &object;
        found->second.model = &model;
      }
    }
  }

  // What an item or a component of that model places: an object of the model, or of the one that it names.
  static Key key_of(const XmlElement& element, const Model& model) {
    const std::string& id = model.file.text(element, "objectid");
    for (const auto& [name, value] : element.attributes)
      if (name.ends_with(":path")) return {model_name(value), id};
    return {model.name, id};
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
      if (name.find("/material/") == std::string::npos && name.find("/production/") == std::string::npos)
        file_.fail(model, "it requires the extension " + in_quotes(name) + ", which is not read");
    }
  }

  void place(const Key& key, const Pose& pose, const std::string& parent, int depth) {
    const auto found = objects_.find(key);
    const std::string& id = key.second;
    if (depth > limits::nesting) throw Error(file_.path() + ": components are nested too deep, or in themselves");
    if (parts_left_-- == 0)
      throw Error(file_.path() + ": it places too many objects for its size: at " + in_quotes(id));
    if (found == objects_.end()) {
      parts_.skip(parts_.unique(parent.empty() ? "object " + id : parent + "/object " + id),
                  "there is no object " + in_quotes(id) + " in the model " + in_quotes(key.first));
      return;
    }
    const XmlElement& object = *found->second.element;
    const Model& model = *found->second.model;
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
          place(key_of(component, model), pose * pose_of(component, model.file), path, depth + 1);
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
        object.part = read_mesh(mesh, object.model->file);
      } catch (const Error& error) {
        object.fault = error.what();
      }
    }
    if (!object.fault.empty()) return parts_.skip(path, object.fault);
    parts_.add({name, path, object.part.shape, pose, object.part.remark});
  }

  static PartShape read_mesh(const XmlElement& mesh, const XmlFile& file) {
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
          vertices.push_back({file.number(one, "x"), file.number(one, "y"), file.number(one, "z")});
        } else if (local_name(one) == "triangle") {
          Index3 triangle{};
          const char* const corners[] = {"v1", "v2", "v3"};
          for (std::size_t i = 0; i < 3; ++i) {
            const double index = file.number(one, corners[i]);
            if (!(index >= 0) || index >= UINT32_MAX || index != std::floor(index)) file.fail(one, "no index");
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

  const std::vector<Model>& models_;
  const XmlFile& file_;  // of the root
  std::map<Key, Object> objects_;
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
  std::vector<Model> models;
  try {
    std::uint64_t size = 0;
    for (const ZipEntry& entry : zip_entries(archive)) {
      if (!ends_with(entry.name, ".model") || is_mac_attribute(entry.name)) continue;
      size += entry.size;
      if (size > limits::unpacked_bytes(archive.size())) throw Error("the archive holds too many models for its size");
      const std::string text = unzipped(archive, entry), name = model_name(entry.name);
      models.push_back({name, {path + ": " + name, text, limits::xml_elements(entry.packed)}});
      if (ends_with(name, "3d/3dmodel.model")) std::swap(models.front(), models.back());
    }
    if (models.empty()) throw Error("the archive holds no .model");
  } catch (const Error& error) {
    const std::string text = error.what();
    throw Error(text.starts_with(path) ? text : path + ": " + text);
  }
  return ThreeMfReader(models, archive.size()).read();
}

}  // namespace graze
