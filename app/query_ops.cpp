#include "app/query_ops.h"

#include <initializer_list>
#include <vector>

#include "app/ccd.h"
#include "app/contacts_text.h"
#include "app/define.h"
#include "app/distance_text.h"
#include "app/move_query.h"
#include "app/penetration_text.h"
#include "app/probe_query.h"
#include "app/ray_text.h"
#include "app/session.h"
#include "app/simulate_query.h"

namespace graze::app {

namespace {

const char* meaning(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::invalid:
      return "the query is invalid";
    case Status::out_of_range:
      return "a posed vertex, a radius or the answer leaves the range of doubles, or a number beside a half-space is "
             "above 2^300";
    case Status::unsupported:
      return "not supported for these shapes";
    case Status::undecided:
      return "too near to touching to tell";
    case Status::out_of_memory:
      return "the answer does not fit in memory, or no thread could be started";
    case Status::budget:
      return "the work allowed is spent; give a larger 'budget'";
    case Status::internal:
      return "a fault of graze itself: please report it with these lines";
  }
  return "unknown status";
}

void require(Status status) {
  if (status != Status::ok) throw Error(std::string(name(status)) + ": " + meaning(status));
}

bool read_flag(const Fields& fields, std::string_view field) {
  const Json* value = fields.find(field);
  return value != nullptr && read_bool(*value, fields.at(field));
}

PenetrationSettings read_effort(const Fields& fields) {
  PenetrationSettings settings;
  settings.budget = read_budget(fields, settings.budget);
  if (const Json* effort = fields.find("effort"))
    settings.effort = static_cast<int>(read_integer(*effort, fields.at("effort"), 1, 1000));
  return settings;
}

// A length that must not be negative.
double read_length(const Fields& fields, std::string_view field, const Json& value) {
  const double length = read_number(value, fields.at(field));
  if (length < 0) throw Error("'" + std::string(field) + "' must not be negative");
  return length;
}

// The fields as null, and "complete":false. True when the budget was spent: the answer is written.
bool append_spent(OpCall& call, Status status, std::initializer_list<const char*> fields) {
  if (status != Status::budget) return false;
  for (const char* field : fields) call.out.field(field, nullptr);
  call.out.field("complete", false);
  return true;
}

void append_undecided(OpCall& call, const char* field, double lower, double upper) {
  call.out.field(field, nullptr).key("gap").pair(lower, upper);
}

void append_pairs(OpCall& call, const std::vector<TrianglePair>& pairs) {
  call.out.key("pairs").list(
      pairs, [&](const TrianglePair& pair) { call.out.array([&] { call.out.value(pair.a).value(pair.b); }); });
}

const std::string& shape_name(const OpCall& call) { return call.request["shape"].get_ref<const std::string&>(); }

void define(OpCall& call) {
  const auto read_body = [&](const Json& value, const Place& place) { return call.session.body(value, place); };
  Shape shape = read_definition(call.request, read_body);
  call.out.field("triangles", shape.triangle_count());
  call.session.define(shape_name(call), std::move(shape));
}

void collide(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  CollideSettings settings;
  settings.all = read_flag(call.fields, "all");
  settings.budget = read_budget(call.fields, settings.budget);
  const CollideResult result = graze::collide(a, b, settings);
  if (append_spent(call, result.status, {"colliding"})) return;
  if (result.status == Status::undecided && !result.yes())
    return append_undecided(call, "colliding", result.lower, result.upper);
  require(result.status);
  call.out.field("colliding", result.yes());
  if (settings.all) append_pairs(call, result.pairs);
}

void classify(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  ClassifySettings settings;
  if (const Json* contact = call.fields.find("contact"))
    settings.tolerance = read_length(call.fields, "contact", *contact);
  settings.budget = read_budget(call.fields, settings.budget);
  const ClassifyResult result = graze::classify(a, b, settings);
  if (append_spent(call, result.status, {"class"})) return;
  if (result.status == Status::undecided) {
    call.out.field("class", nullptr);
    return;
  }
  require(result.status);
  call.out.field("class", name(result.answer));
}

void inside(OpCall& call) {
  const Body body = call.posed_shape();
  InsideSettings settings;
  settings.budget = read_budget(call.fields, settings.budget);
  const Vec3 point = read_point(call.fields.need("point"), call.fields.at("point"));
  const InsideResult result = graze::inside(body, point, settings);
  if (append_spent(call, result.status, {"where"})) return;
  if (result.status == Status::undecided) {
    call.out.field("where", nullptr);
    return;
  }
  require(result.status);
  call.out.field("where", name(result.answer));
}

void distance(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  const bool with_sign = read_flag(call.fields, "signed");
  if (!with_sign && call.fields.find("effort") != nullptr) throw Error("'effort' is of signed distances");
  const PenetrationSettings effort = read_effort(call.fields);
  DistanceSettings settings;
  if (const Json* max = call.fields.find("max")) settings.max = read_length(call.fields, "max", *max);
  settings.budget = effort.budget;
  DistanceResult result = graze::find_distance(a, b, settings);
  if (append_spent(call, result.status, {"distance"})) return;
  if (result.status != Status::undecided) require(result.status);  // its bracket holds, however wide
  if (with_sign && !result.beyond && result.lower == 0) {
    const SignedDistanceResult signed_result = find_signed_distance(a, b, effort);
    if (append_spent(call, signed_result.status, {"distance"})) return;
    if (signed_result.status != Status::undecided) require(signed_result.status);
    if (signed_result.distance < 0) return append_signed_distance(call.text, signed_result);
    // The bracket of bodies that may be a hair in each other reaches below 0.
    result.bound = signed_result.bound;
    result.lower = signed_result.lower;
    result.upper = signed_result.upper;
  }
  append_distance(call.text, result);
}

void within(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  const double tolerance = read_length(call.fields, "tolerance", call.fields.need("tolerance"));
  WithinSettings settings;
  settings.budget = read_budget(call.fields, settings.budget);
  const WithinResult result = graze::within(a, b, tolerance, settings);
  if (append_spent(call, result.status, {"within"})) return;
  if (result.status == Status::undecided) return append_undecided(call, "within", result.lower, result.upper);
  require(result.status);
  call.out.field("within", result.yes());
}

void penetration(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  PenetrationSettings settings = read_effort(call.fields);
  if (const Json* max = call.fields.find("max")) settings.max = read_length(call.fields, "max", *max);
  const PenetrationResult result = graze::find_penetration(a, b, settings);
  if (append_spent(call, result.status, {"vector", "depth"})) return append_depth_bounds(call.text, result);
  require(result.status);
  append_penetration(call.text, result);
}

void interference(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  InterferenceSettings settings;
  if (const Json* precision = call.fields.find("precision")) {
    settings.precision = read_number(*precision, call.fields.at("precision"));
    if (!(settings.precision > 0)) throw Error("'precision' must be above 0");
  }
  settings.budget = read_budget(call.fields, settings.budget);
  if (const Json* threshold = call.fields.find("threshold"))
    settings.threshold = read_length(call.fields, "threshold", *threshold);
  const InterferenceResult result = find_interference(a, b, settings);
  const bool spent = result.status == Status::budget;  // the brackets hold all the same
  if (!spent) require(result.status);
  append_interference(call.text, result);
  if (spent) call.out.field("complete", false);
}

void contacts(OpCall& call) {
  const Body a = call.body("a"), b = call.body("b");
  ContactSettings settings;
  settings.tolerance = read_length(call.fields, "tolerance", call.fields.need("tolerance"));
  settings.reduce = read_flag(call.fields, "reduce");
  settings.curves = read_flag(call.fields, "curves");
  if (const Json* flat = call.fields.find("flat")) {
    settings.flat = read_number(*flat, call.fields.at("flat"));
    if (!(settings.flat >= 0 && settings.flat <= 0.5)) throw Error("'flat' must be from 0 to 0.5");
  }
  settings.budget = read_budget(call.fields, settings.budget);
  const ContactResult result = graze::find_contacts(a, b, settings);
  if (append_spent(call, result.status, {"contacts"})) return;
  require(result.status);
  append_contacts(call.text, result, settings.curves);
}

void ray(OpCall& call) {
  const Body body = call.posed_shape();
  const Ray ray = read_ray(call.fields);
  RaySettings settings;
  if (read_flag(call.fields, "all")) settings.want = RayWant::all;
  settings.budget = read_budget(call.fields, settings.budget);
  const RayResult result = graze::cast(body, ray, settings);
  if (append_spent(call, result.status, {"hit", "t", "triangle", "normal", "point"})) return;
  require(result.status);
  call.out.field("hit", result.yes());
  append_hit(call.text, result.yes() ? &result.closest : nullptr);
  if (settings.want != RayWant::all) return;
  call.out.key("hits").list(result.hits,
                            [&](const RayHit& hit) { call.out.object([&] { append_hit(call.text, &hit); }); });
}

void self(OpCall& call) {
  const Body body = call.posed_shape();
  SelfCollideSettings settings{.all = true};
  settings.budget = read_budget(call.fields, settings.budget);
  const CollideResult result = self_collide(body, settings);
  if (append_spent(call, result.status, {"pairs"})) return;
  require(result.status);
  append_pairs(call, result.pairs);
}

void update(OpCall& call) {
  call.shape();
  const std::vector<Vec3> vertices = read_vertices(call.fields);
  call.session.update(shape_name(call), [&](DeformableMesh& mesh) {
    const Json* const first = call.fields.find("first");
    if (first == nullptr) return mesh.update(vertices);
    const auto most = static_cast<std::int64_t>(mesh.vertex_count());
    mesh.update(static_cast<std::size_t>(read_integer(*first, call.fields.at("first"), 0, most)), vertices);
  });
}

void move(OpCall& call) {
  answer_move(call.request, call.text,
              [&](const Fields& fields) -> const Shape& { return call.session.shape(fields); });
}

void ccd(OpCall& call) { answer_ccd(call.request, call.text); }

void probe(OpCall& call) {
  answer_probe(
      call.fields, [&](const Json& value, const Place& place) { return call.session.body(value, place); }, call.text);
}

void world(OpCall& call) {
  call.session.world().perform(
      call.request, [&](const Fields& fields) -> const Shape& { return call.session.shape(fields); }, call.text);
}

void simulate(OpCall& call) {
  answer_simulate(
      call.request, [&](const Json& value, const Place& place) { return call.session.body(value, place); }, call.text);
}

void forget(OpCall& call) {
  call.shape();
  call.session.forget(shape_name(call));
}

void version(OpCall& call) {
  call.out.field("version", version_string()).field("protocol", protocol_version);
  call.out.field("instruction_set", instruction_set());
}

constexpr QueryOp ops[] = {
    {"define", define, {}, true},
    {"collide", collide, {"a", "b", "all", "budget"}},
    {"classify", classify, {"a", "b", "contact", "budget"}},
    {"inside", inside, {"shape", "pose", "point", "budget"}},
    {"distance", distance, {"a", "b", "signed", "max", "effort", "budget"}},
    {"within", within, {"a", "b", "tolerance", "budget"}},
    {"penetration", penetration, {"a", "b", "max", "effort", "budget"}},
    {"interference", interference, {"a", "b", "precision", "budget", "threshold"}},
    {"contacts", contacts, {"a", "b", "tolerance", "reduce", "curves", "flat", "budget"}},
    {"ray", ray, {"shape", "pose", "origin", "direction", "to", "max", "all", "budget"}},
    {"self", self, {"shape", "pose", "budget"}},
    {"update", update, {"shape", "vertices", "first"}},
    {"move", move, {}, true},
    {"ccd", ccd, {}, true},
    {"probe", probe, {"tool", "bodies", "hands", "stiffness", "largest_force", "largest_change", "gap", "budget"}},
    {"world", world, {}, true},
    {"simulate", simulate, {}, true},
    {"forget", forget, {"shape"}},
    {"version", version},
};

}  // namespace

std::span<const QueryOp> query_ops() noexcept { return ops; }

Body OpCall::body(std::string_view field) const { return session.body(fields.need(field), fields.at(field)); }

const Shape& OpCall::shape() const { return session.shape(fields); }

Body OpCall::posed_shape() const {
  const Json* pose = fields.find("pose");
  return {shape(), pose == nullptr ? Pose{} : read_pose(*pose, fields.at("pose"))};
}

}  // namespace graze::app
