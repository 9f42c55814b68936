// Large batches on a graphics processor, with the answers of the processor: graze::gpu (docs/gpu.md).
//
// A device answers what it can prove and leaves the rest to the functions of the core: few of ordinary items, many of
// degenerate ones. So every answer is the one of the function of the same name. Where there is no device, or it
// fails, everything is asked of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/answer.h"
#include "graze/api.h"
#include "graze/math.h"
#include "graze/motion.h"
#include "graze/query.h"
#include "graze/ray_brief.h"

namespace GRAZE_API graze {
// Batches on a device, with the answers of the core.
namespace gpu {

// A graphics processor that this library can use.
struct Device {
  int number = 0;          // for Settings::device
  std::string name;        // as its driver calls it
  std::size_t memory = 0;  // bytes
};

// Empty where there is none, or where the library was built without CUDA.
std::vector<Device> devices();

// How a batch is worked on.
struct Settings {
  int device = 0;   // its number; without such a device the processor works alone
  int threads = 0;  // of the processor, for what a device leaves or where there is none; 0: as many as the machine has
};

// Who found the answers.
enum class Worker : std::uint8_t {
  device,     // a device, and the processor for what it left
  processor,  // the processor alone: there is no device, or it failed
};

// What all batches tell.
struct [[nodiscard]] BatchReport : Outcome {
  Worker worker = Worker::processor;  // who found the answers
  std::size_t left = 0;               // how many items a device left to the processor
  std::string failure;                // what a device said that failed; the answers are the processor's then
};

// Two boxes by their places in a list.
struct IndexPair {
  std::uint32_t a = 0, b = 0;  // a < b
  friend constexpr bool operator==(const IndexPair&, const IndexPair&) = default;
  friend constexpr auto operator<=>(const IndexPair&, const IndexPair&) = default;
};

// Which boxes of a list overlap.
struct [[nodiscard]] PairsResult : BatchReport {
  std::vector<IndexPair> pairs;  // sorted
  std::size_t unusable = 0;      // with the status invalid: the first box that is empty, has NaN or lies at infinity
};

// Every pair of boxes that have a common point, as BoxTree::pairs finds them. Invalid: a box that is empty, has NaN or
// lies at infinity. Fewer than 2^31 boxes.
PairsResult pairs(std::span<const Box> boxes, const Settings& settings = {});

// ccd() of many pairs of features: results[i] is that of at_0[i] and at_1[i], bit for bit, its status included.
// Invalid: spans of different sizes; then no result is touched.
BatchReport ccd(CcdKind kind, std::span<const FourPoints> at_0, std::span<const FourPoints> at_1,
                std::span<CcdResult> results, const Settings& settings = {});

// The call of the same name: briefs[i] is that of rays[i], bit for bit, its status included; with RayWant::any the yes
// or no is, and some hit. RayWant::all is answered as `closest`. A device works on meshes, soups, strips, fans and
// terrains without a margin, whatever the pose; what it has made of a shape is kept for the next call. Invalid: fewer
// briefs than rays; then none is touched.
BatchReport cast(const Body& body, std::span<const Ray> rays, std::span<RayBrief> briefs,
                 RayWant want = RayWant::closest, const Settings& settings = {});

// The call of the same name: results[i] has the status and the answer of collide(a, {b, poses[i]}). A device works on
// the same shapes as above; of solids whose surfaces are apart it tells only those whose boxes are, too. Invalid: spans
// of different sizes; then no result is touched.
BatchReport collide(const Body& a, const Shape& b, std::span<const Pose> poses, std::span<YesNo> results,
                    const Settings& settings = {});

// The call of the same name: results[i] has the status and the answer of within(a, {b, poses[i]}, tolerance). As
// collide(); a device works with tolerances between 2^-40 and 2^20 of the size of `a`, and 0.
BatchReport within(const Body& a, const Shape& b, std::span<const Pose> poses, double tolerance,
                   std::span<YesNo> results, const Settings& settings = {});

// A ball of a robot, fixed to one of its links.
struct LinkBall {
  std::uint32_t link = 0;  // by number
  Vec3 centre;             // in the frame of the link
  double radius = 0;       // above 0
};

// Which configurations of a robot made of balls touch the world? There are as many poses as links, one configuration
// after the other, from the frames of the links to the world (link_poses() tells them). results[i]: does some ball of
// configuration i have a common point with a body of the world? The answer is that of collide(body,
// {make_sphere(radius), pose}), where the pose is that of the link with the posed centre as translation, ball after
// ball until one is a yes or has no answer; invalid where the pose of a link that has balls is. A device works on the
// same shapes as above, and on poses that turn or reflect; balls near the inside of solids are left to the core.
// Invalid: a ball of a link that is not there or without a radius, a number of poses that is not `results` times
// `links`, no links; then no result is touched.
BatchReport configurations(std::span<const Body> world, std::span<const LinkBall> balls, std::uint32_t links,
                           std::span<const Pose> poses, std::span<YesNo> results, const Settings& settings = {});

// A convex piece of a robot, fixed to one of its links.
struct LinkHull {
  std::uint32_t link = 0;  // by number
  Shape hull;              // in the frame of the link
};

// The same for robots of convex pieces: results[i] is that of collide(body, {hull, pose of the link}), piece after
// piece until one is a yes or has no answer. A device takes boxes and hulls of points (make_convex) without a margin,
// in any pose that is not singular; a piece that may be inside a solid is left to the core. Invalid: a piece without a
// shape or of a link that is not there; else as above.
BatchReport configurations(std::span<const Body> world, std::span<const LinkHull> hulls, std::uint32_t links,
                           std::span<const Pose> poses, std::span<YesNo> results, const Settings& settings = {});

// --- a mesh whose vertices move ---

// A triangle of a mesh with the features that belong to it: every vertex and edge belongs to one triangle.
struct alignas(16) OwningTriangle {
  std::uint32_t corner[3];  // vertices by number
  std::uint32_t own;        // bit k: corner k; bit 3 + k: the edge from corner k to the next
};
// Once for a mesh, however often its vertices move: features belong to the first triangle that has them.
std::vector<OwningTriangle> own_features(std::span<const Index3> triangles);

// Two features that touch on their way.
struct FeatureTouch {
  std::uint32_t points[4] = {};                           // the vertices, in the order that CcdKind tells
  CcdKind kind = CcdKind::vertex_face;                    // which features they are
  double lower = unknown_number, upper = unknown_number;  // when first: those of CcdResult
};

// Which features of a moving mesh touch.
struct [[nodiscard]] SelfCcdResult : BatchReport {
  std::vector<FeatureTouch> touches;  // vertices with faces first, then edges, each in the order of their points
  std::size_t pairs = 0;              // of features that come near enough to be asked about
  std::size_t unusable = 0;           // with the status invalid: the first vertex that is not finite, else their number
};

// Which features of a mesh touch while every vertex goes straight from at_0 to at_1: all pairs of a vertex and a face
// that it is no corner of, and of two edges without a common end, for which ccd() says yes, with its very brackets. In
// the order that CcdKind tells a face has the corners of its triangle, an edge goes from its corner to the next in the
// triangle that it belongs to, and of two edges that of the triangle with the smaller number comes first. Invalid:
// spans of different sizes, a corner that is not there, a coordinate that is not finite; then there is no touch.
SelfCcdResult self_ccd(std::span<const OwningTriangle> triangles, std::span<const Vec3> at_0,
                       std::span<const Vec3> at_1, const Settings& settings = {});

// Frees what these calls have kept on devices: at most eight bodies.
void forget_meshes();

// --- on memory of the device ---
//
// The same on memory of the device, in a stream of the caller (a cudaStream_t; null is the default one), without
// waiting for anything. Buffers are the caller's: what is too small tells what is needed, and nothing is dropped.

// What a device says of an item.
enum class DeviceAnswer : std::uint8_t {
  no,         // proven
  yes,        // proven
  undecided,  // for the core to decide
  invalid     // a coordinate is not finite
};

// Pointers are to memory of the device.
struct CcdOnDevice {
  const FourPoints* at_0 = nullptr;    // where the points start
  const FourPoints* at_1 = nullptr;    // and end
  std::uint32_t count = 0;             // how many pairs of features; fewer than 2^31
  DeviceAnswer* answers = nullptr;     // one per pair
  double* brackets = nullptr;          // null, or two per pair: CcdResult's lower and upper where the answer is yes
  std::uint32_t* undecided = nullptr;  // room for `count` numbers of pairs: those that are undecided, in order
  std::uint32_t* undecided_count = nullptr;  // how many these are
  void* scratch = nullptr;                   // work space
  std::size_t scratch_bytes = 0;             // its size
};
// How large the work space must be.
std::size_t ccd_scratch(std::uint32_t count);
// Unsupported: built without CUDA. Memory: the work space is too small. Internal: the device failed.
Status ccd(CcdKind kind, const CcdOnDevice& batch, void* stream);

// Pointers are to memory of the device.
struct PairsOnDevice {
  const Box* boxes = nullptr;         // the list
  std::uint32_t count = 0;            // of how many; fewer than 2^31
  IndexPair* pairs = nullptr;         // those found, in no order: sort_pairs sorts them
  std::uint64_t capacity = 0;         // how many pairs there is room for
  std::uint64_t* found = nullptr;     // how many pairs there are, also where that is more than the capacity
  std::uint32_t* unusable = nullptr;  // the first box that is empty, has NaN or lies at infinity; `count` where none is
  void* scratch = nullptr;            // work space
  std::size_t scratch_bytes = 0;      // its size
};
// How large the work space must be.
std::size_t pairs_scratch(std::uint32_t count);
// As ccd() on memory of the device.
Status pairs(const PairsOnDevice& batch, void* stream);
// Sorts a list of that many pairs of places below `count`, in place. Memory: the work space is too small.
std::size_t sort_scratch(std::uint64_t pairs, std::uint32_t count);
// The list becomes that of the host's call.
Status sort_pairs(IndexPair* list, std::uint64_t pairs, std::uint32_t count, void* scratch, std::size_t scratch_bytes,
                  void* stream);

// What a mesh on a device is for: each has a tree of its own.
struct MeshUse {
  bool rays = true;     // cast() and configurations()
  bool pairs = true;    // collide() and within()
  bool moving = false;  // refit() moves its vertices; not for a terrain
};

struct MeshData;  // not for users

// The triangles of a body in the memory of a device. Copies share it; the last one frees it, after the calls on it have
// ended.
class Mesh {
 public:
  Mesh() = default;                                                     // none
  explicit operator bool() const noexcept { return data_ != nullptr; }  // is there one?
  std::size_t memory() const noexcept;                                  // bytes on the device

 private:
  friend struct MeshInternals;
  explicit Mesh(std::shared_ptr<const MeshData> data) noexcept : data_(std::move(data)) {}

  std::shared_ptr<const MeshData> data_;
};
// Brings a body to a device: one that cast() names, or a box or hull of points as a piece of a robot. Throws Error: no
// such device, its memory is full, a shape of another kind, a pose that is singular or not finite, a body too large,
// too small or too far away for the device's bounds.
Mesh upload(const Body& body, MeshUse use = {}, const Settings& settings = {});

// Moves all vertices of a mesh that was uploaded as moving, in the frame of the shape: `count` of them, as many as the
// shape has, on memory of the device. The trees keep their partition and follow, so that queries take longer the more
// the mesh has changed its form; upload() makes new ones. All copies of the mesh see it, and calls in the same stream
// from now on. While a vertex is not finite, or the mesh is too large, too small or too far away, everything asked of
// it is undecided. Invalid: a mesh that is none or was not uploaded as moving, another number of vertices. Else as
// ccd() on memory of the device.
Status refit(const Mesh& mesh, const Vec3* vertices, std::uint32_t count, void* stream);
// The same from memory of the host; waits for it.
Status refit(const Mesh& mesh, std::span<const Vec3> vertices);

// Pointers are to memory of the device.
struct RaysOnDevice {
  const Ray* rays = nullptr;                 // in the world
  std::uint32_t count = 0;                   // of how many; fewer than 2^29
  RayWant want = RayWant::closest;           // or any
  DeviceAnswer* answers = nullptr;           // one per ray
  std::uint32_t* triangles = nullptr;        // one per ray: which triangle, where the answer is yes
  double* parameters = nullptr;              // null, or one per ray: RayHit::t, where the answer is yes
  std::uint32_t* undecided = nullptr;        // room for `count` numbers of rays: those that are undecided, in order
  std::uint32_t* undecided_count = nullptr;  // how many these are
  void* scratch = nullptr;                   // work space
  std::size_t scratch_bytes = 0;             // its size
};
// How large the work space must be.
std::size_t rays_scratch(std::uint32_t count);
// Invalid: a mesh that is none or not for rays, 2^29 rays or more, RayWant::all. Else as ccd() on memory of the device.
Status cast(const Mesh& mesh, const RaysOnDevice& batch, void* stream);

// Pointers are to memory of the device.
struct PosesOnDevice {
  const Pose* poses = nullptr;               // from the frame of b to the world
  std::uint32_t count = 0;                   // of how many; fewer than 2^31
  DeviceAnswer* answers = nullptr;           // one per pose
  std::uint32_t* undecided = nullptr;        // room for `count` numbers of poses: those that are undecided, in order
  std::uint32_t* undecided_count = nullptr;  // how many these are
  void* scratch = nullptr;                   // work space
  std::size_t scratch_bytes = 0;             // its size
};
// How large the work space must be.
std::size_t poses_scratch(std::uint32_t count);
// Invalid: a mesh that is none or not for pairs, a `b` that was uploaded with a pose, two devices. Else as ccd() on
// memory of the device.
Status collide(const Mesh& a, const Mesh& b, const PosesOnDevice& batch, void* stream);
// The same for a tolerance. Invalid, too: one that is not for a device.
Status within(const Mesh& a, const Mesh& b, double tolerance, const PosesOnDevice& batch, void* stream);

// Pointers are to memory of the device.
struct ConfigurationsOnDevice {
  const Pose* poses = nullptr;      // `links` of them for each configuration
  std::uint32_t links = 0;          // at least 1
  std::uint32_t count = 0;          // of configurations; fewer than 2^31
  const LinkBall* balls = nullptr;  // sorted by link
  const std::uint32_t* first_ball =
      nullptr;                         // links + 1 numbers: where the balls of each link begin, and how many there are
  DeviceAnswer* answers = nullptr;     // one per configuration
  std::uint32_t* undecided = nullptr;  // room for `count` numbers of configurations: those undecided, in order
  std::uint32_t* undecided_count = nullptr;  // how many these are
  void* scratch = nullptr;                   // work space
  std::size_t scratch_bytes = 0;             // its size
};
// How large the work space must be.
std::size_t configurations_scratch(std::uint32_t count);
// Invalid: a mesh that is none or not for rays, no links. Else as ccd() on memory of the device.
Status configurations(std::span<const Mesh> world, const ConfigurationsOnDevice& batch, void* stream);

// A piece of a robot on a device: uploaded without a pose, which makes it one for collide() of configurations alone.
struct HullOnDevice {
  std::uint32_t link = 0;  // by number
  Mesh hull;               // of a box or a hull of points
};
// The same for convex pieces; `balls` and `first_ball` of the batch are not looked at. Invalid: a mesh that is not for
// pairs, a piece that is none or of a link that is not there.
Status configurations(std::span<const Mesh> world, std::span<const HullOnDevice> hulls,
                      const ConfigurationsOnDevice& batch, void* stream);

// What was found, in memory of the device. A count above its capacity tells how much room is needed; the later ones
// then count only what follows from what there was room for.
struct SelfCcdCounts {
  std::uint64_t overlaps = 0;       // pairs of triangles whose boxes overlap
  std::uint32_t pairs[2] = {0, 0};  // of features to ask about: vertices with faces, edges
  std::uint32_t touches = 0;        // that touch
  std::uint32_t undecided = 0;      // for the core
  std::uint32_t unusable = 0;       // the first vertex that is not finite; where none is, their number
};

// Pointers are to memory of the device.
struct SelfCcdOnDevice {
  const OwningTriangle* triangles = nullptr;  // all corners are below `vertices`
  std::uint32_t count = 0;                    // of how many; fewer than 2^31
  const Vec3* at_0 = nullptr;                 // where the vertices start
  const Vec3* at_1 = nullptr;                 // and end
  std::uint32_t vertices = 0;                 // of how many
  std::uint64_t overlap_capacity = 0;         // room for pairs of triangles in the work space
  std::uint32_t pair_capacity = 0;            // and for pairs of features, of either kind
  FeatureTouch* touches = nullptr;            // those that touch, in no order
  std::uint32_t touch_capacity = 0;           // room for so many
  FeatureTouch* undecided = nullptr;          // those for the core, in no order, without bounds
  std::uint32_t undecided_capacity = 0;       // room for so many
  SelfCcdCounts* counts = nullptr;            // how many there are
  void* scratch = nullptr;                    // work space
  std::size_t scratch_bytes = 0;              // its size
};
// How large the work space must be.
std::size_t self_ccd_scratch(const SelfCcdOnDevice& batch);
// As ccd() on memory of the device.
Status self_ccd(const SelfCcdOnDevice& batch, void* stream);

}  // namespace gpu
}  // namespace graze
