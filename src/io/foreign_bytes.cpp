// Numbers as they are in memory: writer and reader are on one machine.
#include <cstring>
#include <type_traits>

#include "graze/error.h"
#include "io/foreign_scene.h"

namespace graze {

namespace {

class Writer {
 public:
  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void put(const Value& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); }
  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void put(const std::vector<Value>& values) {
    put(std::uint64_t{values.size()});
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
  }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    bytes += text;
  }

  std::string bytes;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : at_(bytes.data()), left_(bytes.size()) {}

  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void get(Value& value) { std::memcpy(&value, take(sizeof value), sizeof value); }
  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void get(std::vector<Value>& values) {
    const std::uint64_t count = get_count(sizeof(Value));
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(Value)), count * sizeof(Value));
  }
  void get(std::string& text) {
    const std::uint64_t count = get_count(1);
    text.assign(take(count), count);
  }
  // Of things that have at least so many bytes each.
  std::uint64_t get_count(std::uint64_t bytes_each) {
    std::uint64_t count = 0;
    get(count);
    if (count > left_ / bytes_each) fail();
    return count;
  }
  void end() const {
    if (left_ != 0) fail();
  }

 private:
  [[noreturn]] static void fail() { throw Error("its reader answered something that makes no sense: damaged?"); }
  const char* take(std::uint64_t count) {
    if (count > left_) fail();
    const char* const taken = at_;
    at_ += count;
    left_ -= count;
    return taken;
  }

  const char* at_;
  std::uint64_t left_;
};

}  // namespace

std::string to_bytes(const ForeignScene& scene) {
  Writer to;
  to.put(std::uint64_t{scene.meshes.size()});
  for (const ForeignMesh& mesh : scene.meshes) {
    to.put(mesh.vertices);
    to.put(mesh.triangles);
    to.put(mesh.left_out);
    to.put(mesh.lost);
  }
  to.put(std::uint64_t{scene.nodes.size()});
  for (const ForeignNode& node : scene.nodes) {
    to.put(node.parent);
    to.put(node.name);
    to.put(node.global_id);
    to.put(node.fault);
    to.put(node.pose);
    to.put(node.meshes);
  }
  to.put(std::uint64_t{scene.skipped.size()});
  for (const SkippedPart& part : scene.skipped) {
    to.put(part.path);
    to.put(part.reason);
  }
  to.put(std::uint64_t{scene.notes.size()});
  for (const std::string& note : scene.notes) to.put(note);
  to.put(scene.metres_per_unit);
  to.put(static_cast<std::uint8_t>(scene.up));
  to.put(scene.unit_in_last_place);
  to.put(scene.deflection);
  return std::move(to.bytes);
}

ForeignScene from_bytes(const std::string& bytes) {
  ForeignScene scene;
  Reader from(bytes);
  scene.meshes.resize(from.get_count(32));
  for (ForeignMesh& mesh : scene.meshes) {
    from.get(mesh.vertices);
    from.get(mesh.triangles);
    from.get(mesh.left_out);
    from.get(mesh.lost);
  }
  scene.nodes.resize(from.get_count(132));
  for (ForeignNode& node : scene.nodes) {
    from.get(node.parent);
    from.get(node.name);
    from.get(node.global_id);
    from.get(node.fault);
    from.get(node.pose);
    from.get(node.meshes);
  }
  scene.skipped.resize(from.get_count(16));
  for (SkippedPart& part : scene.skipped) {
    from.get(part.path);
    from.get(part.reason);
  }
  scene.notes.resize(from.get_count(8));
  for (std::string& note : scene.notes) from.get(note);
  from.get(scene.metres_per_unit);
  std::uint8_t up = 0;
  from.get(up);
  scene.up = up <= static_cast<std::uint8_t>(UpAxis::z) ? static_cast<UpAxis>(up) : UpAxis::unknown;
  from.get(scene.unit_in_last_place);
  from.get(scene.deflection);
  from.end();
  return scene;
}

}  // namespace graze
