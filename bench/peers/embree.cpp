// Embree 3: one triangle geometry in a static scene of medium build quality, one ray a call, one thread.
#include <embree3/rtcore.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>

#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

class Embree : public RayPeer {
 public:
  Embree(const char* name, RTCSceneFlags flags) : name_(name), flags_(flags), device_(rtcNewDevice("threads=1")) {
    if (device_ == nullptr) throw std::runtime_error("Embree could not open a device");
    rtcSetDeviceMemoryMonitorFunction(device_, count_memory, &held_);
  }
  ~Embree() override {
    destroy();
    rtcReleaseDevice(device_);
  }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;

  std::string name() const override { return name_; }
  std::string version() const override {
    const auto part = [this](RTCDeviceProperty property) {
      return std::to_string(rtcGetDeviceProperty(device_, property));
    };
    return part(RTC_DEVICE_PROPERTY_VERSION_MAJOR) + "." + part(RTC_DEVICE_PROPERTY_VERSION_MINOR) + "." +
           part(RTC_DEVICE_PROPERTY_VERSION_PATCH);
  }

  void load(const MeshData& mesh) override {
    destroy();
    vertices_.clear();
    indices_.clear();
    for (const Vec3& v : mesh.vertices) {
      for (int axis = 0; axis < 3; ++axis) vertices_.push_back(static_cast<float>(v[axis]));
    }
    vertices_.push_back(0);  // vertices are read 16 bytes at a time
    for (const Index3& t : mesh.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
  }

  void build() override {
    destroy();
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, vertices_.data(), 0,
                               3 * sizeof(float), vertices_.size() / 3);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, indices_.data(), 0,
                               3 * sizeof(unsigned), indices_.size() / 3);
    rtcCommitGeometry(geometry);
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, flags_);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_MEDIUM);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
    if (rtcGetDeviceError(device_) != RTC_ERROR_NONE) throw std::runtime_error("Embree could not build the scene");
  }

  RTCScene scene() const { return scene_; }
  void release() override { destroy(); }
  std::size_t tree_bytes() const override { return static_cast<std::size_t>(held_.load()); }

  void cast(std::span<const Ray> rays, std::span<Hit> hits) override {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Ray& ray = rays[i];
      RTCRayHit query{};
      query.ray.org_x = static_cast<float>(ray.origin.x);
      query.ray.org_y = static_cast<float>(ray.origin.y);
      query.ray.org_z = static_cast<float>(ray.origin.z);
      query.ray.dir_x = static_cast<float>(ray.direction.x);
      query.ray.dir_y = static_cast<float>(ray.direction.y);
      query.ray.dir_z = static_cast<float>(ray.direction.z);
      query.ray.tfar = std::numeric_limits<float>::infinity();
      query.ray.mask = ~0u;
      query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene_, &context, &query);
      hits[i] = {query.hit.geomID != RTC_INVALID_GEOMETRY_ID, query.ray.tfar};
    }
  }

 private:
  void destroy() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    scene_ = nullptr;
  }

  // Told of every allocation and, with a negative number, of every release.
  static bool count_memory(void* held, ssize_t bytes, bool) {
    *static_cast<std::atomic<ssize_t>*>(held) += bytes;
    return true;
  }

  std::string name_;
  RTCSceneFlags flags_;
  std::atomic<ssize_t> held_ = 0;
  RTCDevice device_;
  RTCScene scene_ = nullptr;
  std::vector<float> vertices_;
  std::vector<unsigned> indices_;
};

}  // namespace

namespace {

// Sixteen rays a call, which start alike: the next ones of a picture.
class EmbreePackets final : public Embree {
 public:
  EmbreePackets() : Embree("embree-packets", RTC_SCENE_FLAG_ROBUST) {}

  void cast(std::span<const Ray> rays, std::span<Hit> hits) override {
    constexpr std::size_t width = 16;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t first = 0; first < rays.size(); first += width) {
      alignas(64) int valid[width];
      RTCRayHit16 query;
      for (std::size_t i = 0; i < width; ++i) {
        valid[i] = first + i < rays.size() ? -1 : 0;
        const Ray& ray = rays[std::min(first + i, rays.size() - 1)];
        query.ray.org_x[i] = static_cast<float>(ray.origin.x);
        query.ray.org_y[i] = static_cast<float>(ray.origin.y);
        query.ray.org_z[i] = static_cast<float>(ray.origin.z);
        query.ray.dir_x[i] = static_cast<float>(ray.direction.x);
        query.ray.dir_y[i] = static_cast<float>(ray.direction.y);
        query.ray.dir_z[i] = static_cast<float>(ray.direction.z);
        query.ray.tnear[i] = query.ray.time[i] = 0;
        query.ray.tfar[i] = std::numeric_limits<float>::infinity();
        query.ray.mask[i] = ~0u;
        query.ray.flags[i] = 0;
        query.hit.geomID[i] = query.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
      }
      rtcIntersect16(valid, scene(), &context, &query);
      for (std::size_t i = 0; i < width && first + i < rays.size(); ++i)
        hits[first + i] = {query.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID, query.ray.tfar[i]};
    }
  }
};

}  // namespace

std::unique_ptr<RayPeer> make_embree_packets() { return std::make_unique<EmbreePackets>(); }
std::unique_ptr<RayPeer> make_embree_robust() {
  return std::make_unique<Embree>("embree-robust", RTC_SCENE_FLAG_ROBUST);
}
std::unique_ptr<RayPeer> make_embree_fast() { return std::make_unique<Embree>("embree-fast", RTC_SCENE_FLAG_NONE); }

}  // namespace graze::bench
