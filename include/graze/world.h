// A world: objects that are added, moved, reshaped and removed at any time, from any thread; docs/world.md.
//
// Edits are commands in a double-buffered queue. They take effect all together, in the order of the calls, when the
// next step (graze/pipeline.h) begins; a step and the edits of the next one may run at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graze/deformable.h"
#include "graze/error.h"
#include "graze/motion.h"
#include "graze/query.h"

namespace GRAZE_API graze {

// Names an object as long as it is in its world, and nothing ever after; so does {0, 0}.
struct ObjectId {
  std::uint32_t slot = 0, generation = 0;  // compare them, and do not read anything into them

  explicit constexpr operator bool() const { return generation != 0; }  // did it ever name an object?
  friend constexpr auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

// What may change about an object between steps.
enum class ObjectKind : std::uint8_t {
  fixed,      // does not move by itself: two fixed objects are never asked about
  moving,     // asked about in every step while it is awake
  deformable  // as moving; its vertices move, too
};
const char* name(ObjectKind kind) noexcept;  // the enumerator in words

// Keys from here on are the world's own, which it gives to objects that are added without one: one after another, in
// the order of the calls. What is in the order of keys then depends on that order, among these objects alone.
inline constexpr std::uint64_t first_automatic_key = ~std::uint64_t{0} << 40;
inline constexpr std::uint64_t automatic_key = ~std::uint64_t{0};  // asks for such a key; no object ever has it

// What an object is added with.
struct ObjectSettings {
  // The caller's, below first_automatic_key, another for each object; or one that the world gives, which settings()
  // tells when the object is there. Results are in the order of keys.
  std::uint64_t key = automatic_key;
  std::uint64_t user = 0;                  // the caller's, whatever it means: results and events carry it
  bool fixed = false;                      // of a body; a deformable mesh is deformable
  std::uint8_t group = 0;                  // below 64; World::regroup() changes it
  std::uint64_t mask = ~std::uint64_t{0};  // bit g: may meet objects of group g
};

// What has been said about the interest in collisions: on, off, or nothing; `unset` takes it back.
enum class Interest : std::uint8_t { unset, on, off };

// What holds for a whole world.
struct WorldSettings {
  bool interest = true;  // in pairs of which nothing else is said
};

// A command that could not be done: its object was gone, its key in use, its vertices did not fit.
struct Refusal {
  ObjectId id;         // of the object that the command was about
  std::string reason;  // a sentence
};

struct WorldState;  // not for users

// Objects with keys, and the queue of edits to them. Moving a world leaves its objects and ids as they are.
class World {
 public:
  explicit World(const WorldSettings& settings = {});  // an empty world
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  // --- edits, from any thread. Each throws Error at once for an empty handle, a group above 63, a key that is not for
  // callers, a pose or motion that is singular or not finite. An edit of an object that is gone by then is refused when
  // its turn comes. ---

  // The id is good for further edits at once; the object is there after the next apply().
  ObjectId add(const Body& body, const ObjectSettings& settings);
  ObjectId add(DeformableMesh mesh, const Pose& pose, const ObjectSettings& settings);
  // The id names nothing after the next apply().
  void remove(ObjectId id);
  // Puts the object into a pose, as if it had always been there.
  void move(ObjectId id, const Pose& pose);
  // The way that the object takes during the next step, one per step, from where it is then; it stands at its end
  // after. For PipelineSettings::continuous; any other step sees only the end.
  void move(ObjectId id, const Motion& motion);
  void reshape(ObjectId id, const Shape& shape);         // of a deformable: refused
  void deform(ObjectId id, std::vector<Vec3> vertices);  // all vertices of a deformable
  // A sleeping object is asked about only together with one that is awake or was edited. It wakes when it is edited
  // other than by interest, group, mask and user, and when an object that is awake begins to touch it.
  void sleep(ObjectId id);
  void wake(ObjectId id);  // ends what sleep() began
  // Other group, mask and user data than it was added with. Neither wakes it; a pair that is wanted from now on is
  // asked about, also where both sleep.
  void regroup(ObjectId id, std::uint8_t group, std::uint64_t mask);
  // Results and events carry the new value from the next step on.
  void set_user(ObjectId id, std::uint64_t user);

  // The first of these that says something decides: the pair; the two objects, of which `off` comes before `on`; their
  // groups; a mask that leaves the other's group out, which is off; WorldSettings::interest.
  void set_interest(ObjectId a, ObjectId b, Interest interest);
  void set_interest(ObjectId id, Interest interest);
  void set_interest(std::uint8_t group_a, std::uint8_t group_b, Interest interest);

  std::size_t pending() const;  // commands that wait

  // --- what is there, as of the last apply(). Not while another thread applies or steps. ---

  // Does the commands that wait. A step begins with it.
  void apply();
  const std::vector<Refusal>& refused() const noexcept;  // in the last apply()

  std::size_t size() const noexcept;                       // how many objects there are
  bool contains(ObjectId id) const noexcept;               // is there an object with this id?
  ObjectId find(std::uint64_t key) const noexcept;         // null when there is none
  std::vector<ObjectId> objects() const;                   // in the order of keys
  bool interested(ObjectId a, ObjectId b) const noexcept;  // do steps ask about the two?

  // Of an object that is there; else an empty handle, the identity, the defaults.
  Body body(ObjectId id) const;                         // a deformable's shape: an empty handle while it is stale
  ObjectSettings settings(ObjectId id) const noexcept;  // with the key that it has
  ObjectKind kind(ObjectId id) const noexcept;          // as it was added
  bool asleep(ObjectId id) const noexcept;              // is it sleeping? See sleep()

  std::size_t memory() const noexcept;  // bytes held beside the shapes
  std::string validate() const;         // empty, or what is wrong inside; for tests

 private:
  friend struct WorldInternals;

  std::unique_ptr<WorldState> state_;
};

// A world as of its last apply(), in a file: all objects with their settings, poses, ways of the next step, sleep and
// interest; each shape once, however many objects have it; deformables as their vertices are now. Commands that wait
// are not in it. Versioned, checksummed, and the same bytes for the same world; a file of that name is replaced only by
// a whole one. Deformables are prepared as a query would. Throws Error naming the file and the fault. As of reading:
// not while another thread applies or steps.
void save(const World& world, const std::string& path);
// Steps and queries tell of it what they would tell of the world that was saved, bit for bit; a new Pipeline begins
// anew. Ids are others: find() has them by key. Shapes are used in the mapped file, which may be replaced, but not
// changed, while they live. Throws Error naming the file and the fault.
[[nodiscard]] World load_world(const std::string& path);

// Zachmann 2001, section 3, has two ways to tell of a new position. A module that is alone in moving an object calls
// World::move(). Modules that move it in turns share one of these: who sets it tells the world, and need not know.
// Copies are the same transform. The world must outlive it.
class Transform {
 public:
  // Of one object, whose pose is told to be `pose`; the world is not edited by that.
  Transform(World& world, ObjectId id, const Pose& pose);

  ObjectId id() const noexcept;  // the object
  Pose pose() const;             // as last set by anyone
  // Tells all copies of the transform, and the world as World::move() does.
  void set(const Pose& pose) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace graze
