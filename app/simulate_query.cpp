#include "app/simulate_query.h"

#include <vector>

#include "app/simulate_request.h"
#include "base/json_text.h"

namespace graze::app {
namespace {

void read(const Fields& fields, std::string_view field, double& value) {
  if (const Json* given = fields.find(field)) value = read_number(*given, fields.at(field));
}
void read(const Fields& fields, std::string_view field, Vec3& value) {
  if (const Json* given = fields.find(field)) value = read_point(*given, fields.at(field));
}
void read(const Fields& fields, std::string_view field, bool& value) {
  if (const Json* given = fields.find(field)) value = read_bool(*given, fields.at(field));
}
void read(const Fields& fields, std::string_view field, int& value, int most) {
  if (const Json* given = fields.find(field)) value = int(read_integer(*given, fields.at(field), 1, most));
}

template <class Kind, std::size_t count>
void read(const Fields& fields, std::string_view field, const Kind (&kinds)[count], Kind& value) {
  const Json* given = fields.find(field);
  if (given == nullptr) return;
  const std::string& text = read_string(*given, fields.at(field));
  std::string known;
  for (const Kind kind : kinds) {
    if (text == name(kind)) {
      value = kind;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(name(kind));
  }
  throw Error("'" + fields.at(field).text() + "' must be one of " + known);
}

scenes::DynamicBody read_dynamic_body(const Json& value, const Place& place, std::uint64_t key,
                                      FunctionRef<Body(const Json&, const Place&)> read_body) {
  const Fields fields(value, place,
                      {"shape", "pose", "role", "density", "mass", "velocity", "spin", "friction", "rolling_friction",
                       "restitution", "damping", "spin_damping", "name"});
  scenes::DynamicBody body;
  Json posed = Json::object();
  for (const char* field : {"shape", "pose"})
    if (const Json* given = fields.find(field)) posed[field] = *given;
  body.body = read_body(posed, place);
  BodySettings& settings = body.settings;
  settings.key = key;
  constexpr BodyRole roles[] = {BodyRole::moving, BodyRole::kinematic, BodyRole::fixed};
  read(fields, "role", roles, settings.role);
  read(fields, "density", settings.density);
  read(fields, "mass", settings.mass);
  read(fields, "velocity", settings.velocity);
  read(fields, "spin", settings.spin);
  read(fields, "friction", settings.friction);
  read(fields, "rolling_friction", settings.rolling_friction);
  read(fields, "restitution", settings.restitution);
  read(fields, "damping", settings.damping);
  read(fields, "spin_damping", settings.spin_damping);
  if (const Json* given = fields.find("name")) body.name = read_string(*given, fields.at("name"));
  return body;
}

JointAxis read_axis(const Json& value, const Place& place) {
  const Fields fields(
      value, place,
      {"free", "lower", "upper", "motor", "target_velocity", "most_force", "stiffness", "damping", "target"});
  JointAxis axis;
  read(fields, "free", axis.free);
  read(fields, "lower", axis.lower);
  read(fields, "upper", axis.upper);
  read(fields, "motor", axis.motor);
  read(fields, "target_velocity", axis.target_velocity);
  read(fields, "most_force", axis.most_force);
  read(fields, "stiffness", axis.stiffness);
  read(fields, "damping", axis.damping);
  read(fields, "target", axis.target);
  return axis;
}

BodyJoint read_joint(const Json& value, const Place& place, std::uint64_t key, std::size_t bodies) {
  const Fields fields(value, place,
                      {"kind", "a", "b", "frame_a", "frame_b", "axes", "length", "most_force", "may_overlap"});
  BodyJoint joint;
  joint.key = key;
  constexpr BodyJointKind kinds[] = {BodyJointKind::ball,  BodyJointKind::hinge,    BodyJointKind::slider,
                                     BodyJointKind::fixed, BodyJointKind::distance, BodyJointKind::cone_twist,
                                     BodyJointKind::free6};
  read(fields, "kind", kinds, joint.kind);
  const auto body = [&](const char* field) {
    return std::uint64_t(read_integer(fields.need(field), fields.at(field), 0, std::int64_t(bodies) - 1));
  };
  joint.a = body("a");
  joint.b = body("b");
  if (const Json* given = fields.find("frame_a")) joint.frame_a = read_pose(*given, fields.at("frame_a"));
  if (const Json* given = fields.find("frame_b")) joint.frame_b = read_pose(*given, fields.at("frame_b"));
  if (const Json* given = fields.find("axes")) {
    const Place at = fields.at("axes");
    const Json::array_t& axes = read_array(*given, at);
    if (axes.size() > 6) throw Error("'" + at.text() + "' must have at most 6 axes");
    for (std::size_t i = 0; i < axes.size(); ++i) joint.axis[i] = read_axis(axes[i], {&at, {}, i});
  }
  read(fields, "length", joint.length);
  read(fields, "most_force", joint.most_force);
  read(fields, "may_overlap", joint.may_overlap);
  return joint;
}

void read_settings(const Json& value, const Place& place, SimulationSettings& settings) {
  const Fields fields(
      value, place,
      {"longest_tick", "halvings", "substeps", "iterations", "skin", "sleeping", "bounce_speed", "scheme"});
  read(fields, "longest_tick", settings.longest_tick);
  if (const Json* given = fields.find("halvings"))
    settings.halvings = int(read_integer(*given, fields.at("halvings"), 0, 10));
  read(fields, "substeps", settings.substeps, 1000);
  read(fields, "iterations", settings.iterations, 1000);
  read(fields, "skin", settings.skin);
  read(fields, "sleeping", settings.sleeping);
  read(fields, "bounce_speed", settings.bounce_speed);
  constexpr Scheme schemes[] = {Scheme::planes, Scheme::revert, Scheme::advance};
  read(fields, "scheme", schemes, settings.scheme);
}

}  // namespace

SimulationRequest read_simulation(const Json& request, FunctionRef<Body(const Json&, const Place&)> read_body,
                                  std::initializer_list<std::string_view> besides) {
  std::vector<std::string_view> known{"bodies", "joints", "gravity", "settings", "steps", "dt"};
  known.insert(known.end(), besides.begin(), besides.end());
  const Place top;
  const Fields fields(request, top, known);
  SimulationRequest result;
  const Place bodies_at = fields.at("bodies");
  const Json::array_t& bodies = read_array(fields.need("bodies"), bodies_at);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    result.scene.bodies.push_back(read_dynamic_body(bodies[i], {&bodies_at, {}, i}, i, read_body));
  if (const Json* given = fields.find("joints")) {
    const Place at = fields.at("joints");
    const Json::array_t& joints = read_array(*given, at);
    for (std::size_t i = 0; i < joints.size(); ++i)
      result.scene.joints.push_back(read_joint(joints[i], {&at, {}, i}, i, bodies.size()));
  }
  read(fields, "gravity", result.scene.settings.gravity);
  if (const Json* given = fields.find("settings")) read_settings(*given, fields.at("settings"), result.scene.settings);
  read(fields, "steps", result.steps, 1000000);
  read(fields, "dt", result.dt);
  return result;
}

void append_report(std::string& text, const StepReport& report) {
  JsonWriter out(text);
  out.field("ticks", report.ticks).field("bodies", report.bodies).field("awake", report.awake);
  out.field("contacts", report.contacts).field("pairs", report.pairs).field("proofs", report.proofs);
  out.key("shortened").list(report.shortened, [&](std::uint64_t key) { out.value(key); });
  out.key("broken").list(report.broken, [&](std::uint64_t key) { out.value(key); });
  out.key("exempt").list(report.exempt, [&](std::uint64_t key) { out.value(key); });
  out.field("impacts", report.impacts).field("reverted", report.reverted).field("unfinished", report.unfinished);
  out.field("kinetic", report.kinetic).field("potential", report.potential).field("spring", report.spring);
  out.field("momentum", report.momentum).field("angular_momentum", report.angular_momentum);
}

void answer_simulate(const Json& request, FunctionRef<Body(const Json&, const Place&)> read_body, std::string& text) {
  const SimulationRequest asked = read_simulation(request, read_body, {"id", "op"});
  Simulation simulation = scenes::make_simulation(asked.scene);
  StepReport last;
  std::uint64_t shortened = 0;
  for (int i = 0; i < asked.steps; ++i) {
    last = simulation.step(asked.dt);
    shortened += last.shortened.size();
  }
  JsonWriter out(text);
  out.key("bodies").array([&] {
    for (const scenes::DynamicBody& body : asked.scene.bodies) {
      const BodyState state = simulation.state(body.settings.key);
      out.object([&] {
        out.field("pose", state.body.pose).field("velocity", state.velocity).field("spin", state.spin);
        out.field("asleep", state.asleep);
      });
    }
  });
  out.key("joints").array([&] {
    for (const JointState& joint : simulation.joints())
      out.object([&] {
        out.field("error", joint.error).field("angle_error", joint.angle_error).field("position", joint.position);
        out.field("force", joint.force).field("broken", joint.broken);
      });
  });
  out.field("shortened", shortened).field("contacts", last.contacts);
  out.field("kinetic", last.kinetic).field("potential", last.potential).field("spring", last.spring);
}

}  // namespace graze::app
