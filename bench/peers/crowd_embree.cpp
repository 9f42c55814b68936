// Embree 3: an instance a body of a static scene a shape, robust, medium build quality, one ray a call, one thread.
#include <embree3/rtcore.h>

#include <stdexcept>

#include "bench/peers/crowd.h"

namespace graze::bench {
namespace {

class Embree final : public CrowdPeer {
 public:
  Embree() : device_(rtcNewDevice("threads=1")) {
    if (device_ == nullptr) throw std::runtime_error("Embree could not open a device");
  }
  ~Embree() override {
    if (world_ != nullptr) rtcReleaseScene(world_);
    for (RTCScene scene : shapes_) rtcReleaseScene(scene);
    rtcReleaseDevice(device_);
  }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;
  std::string name() const override { return "embree-instances"; }
  std::string version() const override { return RTC_VERSION_STRING; }

  void load(const Crowd& crowd) override {
    for (const CrowdShape& shape : crowd.shapes) {
      RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
      auto* const vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
          geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), shape.mesh.vertices.size()));
      for (std::size_t i = 0; i < shape.mesh.vertices.size(); ++i)
        for (int axis = 0; axis < 3; ++axis) vertices[3 * i + std::size_t(axis)] = float(shape.mesh.vertices[i][axis]);
      auto* const indices = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
          geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), shape.mesh.triangles.size()));
      for (std::size_t i = 0; i < shape.mesh.triangles.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) indices[3 * i + k] = shape.mesh.triangles[i][k];
      rtcCommitGeometry(geometry);
      shapes_.push_back(scene_with({geometry}));
    }
    std::vector<RTCGeometry> instances;
    for (const CrowdBody& body : crowd.bodies) {
      RTCGeometry instance = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_INSTANCE);
      rtcSetGeometryInstancedScene(instance, shapes_[body.shape]);
      const Pose pose = body.pose();
      float columns[12];
      for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row) columns[3 * column + row] = float(pose.linear.at(row, column));
      for (int row = 0; row < 3; ++row) columns[9 + row] = float(pose.translation[row]);
      rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns);
      rtcCommitGeometry(instance);
      instances.push_back(instance);
    }
    world_ = scene_with(instances);
    if (rtcGetDeviceError(device_) != RTC_ERROR_NONE) throw std::runtime_error("Embree could not build the scene");
  }

  void rays(std::span<const Ray> rays, std::span<double> answers) override {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Ray& ray = rays[i];
      RTCRayHit query{};
      query.ray.org_x = float(ray.origin.x);
      query.ray.org_y = float(ray.origin.y);
      query.ray.org_z = float(ray.origin.z);
      query.ray.dir_x = float(ray.direction.x);
      query.ray.dir_y = float(ray.direction.y);
      query.ray.dir_z = float(ray.direction.z);
      query.ray.tfar = float(ray.max);
      query.ray.mask = ~0u;
      query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(world_, &context, &query);
      answers[i] = query.hit.geomID != RTC_INVALID_GEOMETRY_ID ? double(query.ray.tfar) : nothing;
    }
  }

 private:
  RTCScene scene_with(const std::vector<RTCGeometry>& geometries) {
    RTCScene scene = rtcNewScene(device_);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_MEDIUM);
    for (RTCGeometry geometry : geometries) {
      rtcAttachGeometry(scene, geometry);
      rtcReleaseGeometry(geometry);
    }
    rtcCommitScene(scene);
    return scene;
  }

  RTCDevice device_;
  std::vector<RTCScene> shapes_;
  RTCScene world_ = nullptr;
};

}  // namespace

std::unique_ptr<CrowdPeer> make_embree_crowd() { return std::make_unique<Embree>(); }

}  // namespace graze::bench
