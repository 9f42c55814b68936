// dynamics: a tick of a pyramid of boxes, awake, against Bullet and ODE; how it grows; what sleep, threads, the guard
// and the check of the ends cost.
#include <btBulletDynamicsCommon.h>
#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/workload.h"
#include "measure/timing.h"
#include "scenes/dynamics.h"

namespace graze::bench {
namespace {

constexpr double frame = 1.0 / 60;

class BulletPyramid {
 public:
  explicit BulletPyramid(const scenes::DynamicScene& scene)
      : dispatcher_(&configuration_), world_(&dispatcher_, &broad_, &solver_, &configuration_) {
    world_.setGravity({0, 0, -9.81f});
    world_.getSolverInfo().m_numIterations = 10;
    for (const scenes::DynamicBody& body : scene.bodies) {
      const Vec3 half = body.body.shape.bounds().hi, at = body.body.pose.translation;
      shapes_.push_back(std::make_unique<btBoxShape>(btVector3(float(half.x), float(half.y), float(half.z))));
      const bool fixed = body.settings.role == BodyRole::fixed;
      const float mass = fixed ? 0 : float(8 * half.x * half.y * half.z * body.settings.density);
      btVector3 inertia(0, 0, 0);
      if (!fixed) shapes_.back()->calculateLocalInertia(mass, inertia);
      bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, shapes_.back().get(), inertia));
      btTransform place;
      place.setIdentity();
      place.setOrigin({float(at.x), float(at.y), float(at.z)});
      bodies_.back()->setWorldTransform(place);
      bodies_.back()->setFriction(0.5f);
      bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
      world_.addRigidBody(bodies_.back().get());
    }
  }
  ~BulletPyramid() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  void step() { world_.stepSimulation(float(frame), 0); }
  double top() const { return double(bodies_.back()->getWorldTransform().getOrigin().z()); }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btBoxShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

class OdePyramid {
 public:
  explicit OdePyramid(const scenes::DynamicScene& scene) {
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -9.81);
    dWorldSetQuickStepNumIterations(world_, 10);
    for (const scenes::DynamicBody& body : scene.bodies) {
      const Vec3 size = body.body.shape.bounds().hi * 2, at = body.body.pose.translation;
      const dGeomID geom = dCreateBox(space_, size.x, size.y, size.z);
      if (body.settings.role == BodyRole::fixed) {
        dGeomSetPosition(geom, at.x, at.y, at.z);
        continue;
      }
      const dBodyID made = dBodyCreate(world_);
      dMass mass;
      dMassSetBox(&mass, body.settings.density, size.x, size.y, size.z);
      dBodySetMass(made, &mass);
      dGeomSetBody(geom, made);
      dBodySetPosition(made, at.x, at.y, at.z);
      last_ = made;
    }
  }
  ~OdePyramid() {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }
  void step() {
    dSpaceCollide(space_, this, near);
    dWorldQuickStep(world_, frame);
    dJointGroupEmpty(group_);
  }
  double top() const { return dBodyGetPosition(last_)[2]; }

 private:
  static void near(void* self, dGeomID a, dGeomID b) {
    OdePyramid& own = *static_cast<OdePyramid*>(self);
    const dBodyID p = dGeomGetBody(a), q = dGeomGetBody(b);
    if (p == nullptr && q == nullptr) return;
    dContact contact[4];
    const int count = dCollide(a, b, 4, &contact[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contact[i].surface.mode = dContactApprox1;
      contact[i].surface.mu = 0.5;
      dJointAttach(dJointCreateContact(own.world_, own.group_, &contact[i]), p, q);
    }
  }

  dWorldID world_;
  dSpaceID space_;
  dJointGroupID group_;
  dBodyID last_ = nullptr;
};

struct Ours {
  Simulation simulation;
  StepReport total, last;
  std::vector<Seconds> times;

  explicit Ours(scenes::DynamicScene scene, bool sleeping, int threads)
      : simulation([&] {
          scene.settings.sleeping = sleeping;
          scene.settings.threads = threads;
          return scenes::make_simulation(scene);
        }()) {}
  void step() {
    last = simulation.step(frame);
    total.contact_seconds += last.contact_seconds;
    total.solve_seconds += last.solve_seconds;
    total.guard_seconds += last.guard_seconds;
    total.commit_seconds += last.commit_seconds;
  }
  double top() const { return simulation.state(simulation.keys().back()).centre.z; }
};

Seconds median(std::vector<Seconds> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <class Peer>
Row compare(const scenes::DynamicScene& scene, const std::string& name, const char* peer_name, int steps) {
  Ours ours(scene, false, 1);
  Peer peer(scene);
  std::vector<Seconds> ours_times, peer_times;
  for (int i = -20; i < steps; ++i) {
    const Seconds a = thread_time_once([&] { ours.step(); }), b = thread_time_once([&] { peer.step(); });
    if (i < 0) continue;
    ours_times.push_back(a);
    peer_times.push_back(b);
  }
  Row row;
  row.workload = "dynamics";
  row.scene = name;
  row.peer = peer_name;
  row.ours_ns = 1e9 * median(ours_times);
  row.peer_ns = 1e9 * median(peer_times);
  row.queries = scene.bodies.size() - 1;
  row.rounds = steps;
  const double all =
      ours.total.contact_seconds + ours.total.solve_seconds + ours.total.guard_seconds + ours.total.commit_seconds;
  row.more = {{"guard_and_check_part", ours.total.guard_seconds / all}, {"top", ours.top()}, {"peer_top", peer.top()}};
  return row;
}

}  // namespace

std::vector<Row> dynamics(const Settings& settings) {
  std::vector<Row> rows;
  const int steps = settings.quick ? 20 : 100;
  const scenes::DynamicScene scene = scenes::pyramid(44);
  rows.push_back(compare<BulletPyramid>(scene, "pyramid-990", "bullet", steps));
  rows.push_back(compare<OdePyramid>(scene, "pyramid-990", "ode", steps));
  const auto alone = [&](const std::string& name, const scenes::DynamicScene& of, bool sleeping, int threads, int warm,
                         int count) {
    Ours ours(of, sleeping, threads);
    for (int i = 0; i < warm; ++i) ours.step();
    std::vector<Seconds> times;
    for (int i = 0; i < count; ++i)
      times.push_back(threads == 1 ? thread_time_once([&] { ours.step(); }) : time_once([&] { ours.step(); }));
    Row row;
    row.workload = "dynamics";
    row.scene = name;
    row.peer = no_peer;
    row.ours_ns = 1e9 * median(times);
    row.queries = of.bodies.size() - 1;
    row.rounds = count;
    row.more = {{"ns_a_body", row.ours_ns / double(row.queries)}, {"awake", double(ours.last.awake)}};
    rows.push_back(row);
  };
  alone("pyramid-990-asleep", scene, true, 1, 400, 50);
  if (settings.quick) return rows;
  // Growth: the same pyramid once, five and twenty times, interleaved.
  std::vector<Ours> grown;
  std::vector<std::size_t> boxes;
  for (const int count : {1, 5, 20}) {
    const scenes::DynamicScene some = scenes::pyramids(44, count);
    grown.emplace_back(some, false, 1);
    boxes.push_back(some.bodies.size() - 1);
  }
  for (int i = -10; i < 40; ++i)
    for (Ours& one : grown) {
      const Seconds time = thread_time_once([&] { one.step(); });
      if (i >= 0) one.times.push_back(time);
    }
  for (std::size_t k = 0; k < grown.size(); ++k) {
    Row row;
    row.workload = "dynamics";
    row.scene = "pyramids-" + std::to_string(boxes[k]);
    row.peer = no_peer;
    row.ours_ns = 1e9 * median(grown[k].times);
    row.queries = boxes[k];
    row.rounds = int(grown[k].times.size());
    row.more = {{"ns_a_body", row.ours_ns / double(row.queries)}};
    if (k > 0)
      row.more.push_back({"power", std::log(median(grown[k].times) / median(grown[0].times)) /
                                       std::log(double(boxes[k]) / double(boxes[0]))});
    rows.push_back(row);
  }
  // Threads: the same steps by one and by two, interleaved, by the clock.
  {
    const scenes::DynamicScene large = scenes::pyramid(100);
    Ours one(large, false, 1), two(large, false, 2);
    for (int i = -10; i < 40; ++i) {
      const Seconds a = time_once([&] { one.step(); }), b = time_once([&] { two.step(); });
      if (i < 0) continue;
      one.times.push_back(a);
      two.times.push_back(b);
    }
    Row row;
    row.workload = "dynamics";
    row.scene = "pyramid-" + std::to_string(large.bodies.size() - 1) + "-2-threads";
    row.peer = "one-thread";
    row.ours_ns = 1e9 * median(two.times);
    row.peer_ns = 1e9 * median(one.times);
    row.queries = large.bodies.size() - 1;
    row.rounds = int(one.times.size());
    row.more = {{"ns_a_body", row.ours_ns / double(row.queries)}};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
