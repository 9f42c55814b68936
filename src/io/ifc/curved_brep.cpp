#include "io/ifc/curved_brep.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/platform.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/ifc/faces.h"
#include "io/ifc/step_text.h"

namespace graze::ifc {

namespace {

// A file that goes when this goes.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    static std::atomic<unsigned> count{0};
    path_ = (std::filesystem::temp_directory_path() /
             ("graze-" + std::to_string(platform::process_id()) + "-" + std::to_string(count++) + ".stp"))
                .string();
    std::ofstream file(path_, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw Error(path_ + ": cannot be written");
  }
  ~TemporaryFile() { platform::remove_file(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace

void CurvedBreps::read_all() {
  done_ = true;
  const AssemblyReader* reader = nullptr;
  for (const AssemblyReader& one : options_.readers) {
    if (std::find(one.endings.begin(), one.endings.end(), ".stp") != one.endings.end()) reader = &one;
  }
  if (reader == nullptr) {
    fault_ =
        "it has curved faces, which need OpenCASCADE: install it (Debian: libocct-data-exchange-dev) and build again";
    return;
  }
  std::vector<std::vector<std::uint32_t>> breps;
  const auto add = [&](const std::vector<std::uint32_t>& shells) {
    try {
      if (std::any_of(shells.begin(), shells.end(), [&](std::uint32_t s) { return has_curved_faces(context_, s); }))
        breps.push_back(shells);
    } catch (const Error&) {
      return;  // told where it is asked for
    }
  };
  const auto each = [&](const char* type, const auto& use) {
    for (const std::uint32_t id : context_.file.all(type)) {
      try {
        use(context_.record(id));
      } catch (const Error&) {
        continue;
      }
    }
  };
  for (const char* type : {"IFCADVANCEDBREP", "IFCMANIFOLDSOLIDBREP"})
    each(type, [&](const Record& record) { add({record.ref(0)}); });
  each("IFCADVANCEDBREPWITHVOIDS", [&](const Record& record) {
    std::vector<std::uint32_t> shells = {record.ref(0)};
    for (const std::uint32_t inner : record.refs(1)) shells.push_back(inner);
    add(shells);
  });
  for (const char* type : {"IFCSHELLBASEDSURFACEMODEL", "IFCFACEBASEDSURFACEMODEL"})
    each(type, [&](const Record& record) {
      for (const std::uint32_t shell : record.refs(0)) add({shell});
    });
  const std::string text = step_text(context_, breps, faults_);
  if (text.empty()) return;
  try {
    const TemporaryFile file(text);
    ReadOptions options = options_;
    options.deflection = context_.deflection * 1e-3;  // lengths of the file are its millimetres
    const Assembly read = reader->read(file.path(), options);
    const auto number_of = [](const std::string& name) {
      return static_cast<std::uint32_t>(std::strtoul(name.c_str() + 1, nullptr, 10));
    };
    for (const SkippedPart& part : read.skipped)
      if (part.path.starts_with("b")) lost_[number_of(part.path)] = part.reason;
    for (const Part& part : read.parts) {
      if (!part.name.starts_with("b")) continue;
      const std::uint32_t id = number_of(part.name);
      SolidMesh mesh;
      for (std::uint32_t t = 0; t < part.shape.triangle_count(); ++t) {
        const Triangle triangle = part.shape.triangle(t);
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Vec3& corner : {triangle.a, triangle.b, triangle.c}) mesh.vertices.push_back(part.pose * corner);
        mesh.triangles.push_back({first, first + 1, first + 2});
      }
      meshes_[id].append(welded(mesh));
    }
  } catch (const Error& error) {
    fault_ = std::string("its curved faces could not be read: ") + error.what();
  }
}

SolidMesh CurvedBreps::read(const std::vector<std::uint32_t>& shells, std::vector<std::string>& lost) {
  if (!done_) read_all();
  if (const auto found = meshes_.find(shells[0]); found != meshes_.end()) {
    if (const auto loss = lost_.find(shells[0]); loss != lost_.end())
      lost.push_back("#" + std::to_string(shells[0]) + ": " + loss->second);
    return found->second;
  }
  if (const auto found = faults_.find(shells[0]); found != faults_.end()) throw Error(found->second);
  throw Error(fault_.empty() ? "OpenCASCADE made no triangles of its curved faces" : fault_);
}

}  // namespace graze::ifc
