#include "app/session.h"

#include <new>

#include "app/ccd.h"
#include "app/contacts_text.h"
#include "app/define.h"
#include "app/distance_text.h"
#include "app/move_query.h"
#include "app/penetration_text.h"
#include "app/ray_text.h"
#include "app/request.h"
#include "base/json_text.h"
#include "io/text_file.h"

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

// ,FIELD:null,"complete":false. True when the budget was spent: the answer is written.
bool append_spent(std::string& text, Status status, std::initializer_list<const char*> fields) {
  if (status != Status::budget) return false;
  for (const char* field : fields) text += std::string(",\"") + field + "\":null";
  text += ",\"complete\":false";
  return true;
}

// ,FIELD:null,"gap":[lower,upper]
void append_undecided(std::string& text, const char* field, double lower, double upper) {
  text += std::string(",\"") + field + "\":null,\"gap\":[";
  append_number(text, lower);
  text += ',';
  append_number(text, upper);
  text += ']';
}

// ,"pairs":[[a,b],...]
void append_pairs(std::string& text, const std::vector<TrianglePair>& pairs) {
  text += ",\"pairs\":[";
  for (const TrianglePair& pair : pairs) {
    if (text.back() != '[') text += ',';
    text += '[';
    text += std::to_string(pair.a);
    text += ',';
    text += std::to_string(pair.b);
    text += ']';
  }
  text += ']';
}

}  // namespace

std::string error_line(std::string_view id, std::string_view message) {
  std::string line = "{\"id\":";
  line += id;
  line += ",\"error\":";
  append_string(line, message);
  return line + "}";
}

Answer Session::answer(std::string_view line) {
  Request request;
  try {
    request = parse_request(line);
    if (!request.error.empty()) return {error_line(request.id, request.error), true};
    std::string text = "{\"id\":" + request.id;
    perform(request.body, text);
    return {text + "}", false};
  } catch (const Error& error) {
    return {error_line(request.id, error.what()), true};
  } catch (const std::bad_alloc&) {
    return {error_line(request.id, "out of memory"), true};
  }
}

void Session::perform(const Json& request, std::string& text) {
  const auto it = request.find("op");
  if (it == request.end()) throw Error("missing field 'op'");
  const Place root;
  const std::string& op = read_string(*it, {&root, "op", 0});
  struct Op {
    std::string_view name;
    void (Session::*perform)(const Json& request, std::string& text);
  };
  static constexpr Op ops[] = {{"define", &Session::define},
                               {"collide", &Session::collide},
                               {"classify", &Session::classify},
                               {"inside", &Session::inside},
                               {"distance", &Session::distance},
                               {"within", &Session::within},
                               {"penetration", &Session::penetration},
                               {"contacts", &Session::contacts},
                               {"ray", &Session::ray},
                               {"self", &Session::self},
                               {"update", &Session::update},
                               {"move", &Session::move},
                               {"ccd", &Session::ccd},
                               {"world", &Session::world},
                               {"forget", &Session::forget},
                               {"version", &Session::version}};
  std::string supported;
  for (const Op& known : ops) {
    if (op == known.name) return (this->*known.perform)(request, text);
    supported += (supported.empty() ? "" : ", ") + std::string(known.name);
  }
  throw Error("unknown op " + in_quotes(op) + " (supported: " + supported + ")");
}

const Shape& Session::shape(const Fields& fields) const {
  const std::string& name = read_string(fields.need("shape"), fields.at("shape"));
  const auto it = shapes_.find(name);
  if (it == shapes_.end()) throw Error("unknown shape '" + name + "'");
  return it->second;
}

Body Session::body(const Json& value, const Place& place) const {
  const Fields fields(value, place, {"shape", "pose"});
  const Json* pose = fields.find("pose");
  return {shape(fields), pose == nullptr ? Pose{} : read_pose(*pose, fields.at("pose"))};
}

void Session::define(const Json& request, std::string& text) {
  const auto read_body = [this](const Json& value, const Place& place) { return body(value, place); };
  Shape shape = read_definition(request, read_body);
  text += ",\"triangles\":" + std::to_string(shape.triangle_count());
  moving_.erase(request["shape"].get_ref<const std::string&>());
  shapes_.insert_or_assign(request["shape"].get<std::string>(), std::move(shape));
}

void Session::collide(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "a", "b", "all", "budget"});
  const Body a = body(fields.need("a"), fields.at("a"));
  const Body b = body(fields.need("b"), fields.at("b"));
  CollideSettings settings;
  settings.all = read_flag(fields, "all");
  settings.budget = read_budget(fields, settings.budget);
  const CollideResult result = graze::collide(a, b, settings);
  if (append_spent(text, result.status, {"colliding"})) return;
  if (result.status == Status::undecided && !result.yes()) {
    append_undecided(text, "colliding", result.lower, result.upper);
    return;
  }
  require(result.status);
  text += result.yes() ? ",\"colliding\":true" : ",\"colliding\":false";
  if (!settings.all) return;
  append_pairs(text, result.pairs);
}

void Session::classify(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "a", "b", "contact", "budget"});
  const Body a = body(fields.need("a"), fields.at("a"));
  const Body b = body(fields.need("b"), fields.at("b"));
  ClassifySettings settings;
  if (const Json* contact = fields.find("contact")) {
    settings.tolerance = read_number(*contact, fields.at("contact"));
    if (settings.tolerance < 0) throw Error("'contact' must not be negative");
  }
  settings.budget = read_budget(fields, settings.budget);
  const ClassifyResult result = graze::classify(a, b, settings);
  if (append_spent(text, result.status, {"class"})) return;
  if (result.status == Status::undecided) {
    text += ",\"class\":null";
    return;
  }
  require(result.status);
  text += std::string(",\"class\":\"") + name(result.answer) + '"';
}

void Session::inside(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "shape", "pose", "point", "budget"});
  Body body{shape(fields), {}};
  if (const Json* pose = fields.find("pose")) body.pose = read_pose(*pose, fields.at("pose"));
  InsideSettings settings;
  settings.budget = read_budget(fields, settings.budget);
  const InsideResult result = graze::inside(body, read_point(fields.need("point"), fields.at("point")), settings);
  if (append_spent(text, result.status, {"where"})) return;
  if (result.status == Status::undecided) {
    text += ",\"where\":null";
    return;
  }
  require(result.status);
  text += std::string(",\"where\":\"") + name(result.answer) + '"';
}

void Session::distance(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "a", "b", "signed", "max", "effort", "budget"});
  const Body a = body(fields.need("a"), fields.at("a"));
  const Body b = body(fields.need("b"), fields.at("b"));
  const bool with_sign = read_flag(fields, "signed");
  if (!with_sign && fields.find("effort") != nullptr) throw Error("'effort' is of signed distances");
  const PenetrationSettings effort = read_effort(fields);
  DistanceSettings settings;
  if (const Json* max = fields.find("max")) {
    settings.max = read_number(*max, fields.at("max"));
    if (settings.max < 0) throw Error("'max' must not be negative");
  }
  settings.budget = effort.budget;
  DistanceResult result = graze::find_distance(a, b, settings);
  if (append_spent(text, result.status, {"distance"})) return;
  if (result.status != Status::undecided) require(result.status);  // its bracket holds, however wide
  text += ',';
  if (with_sign && !result.beyond && result.lower == 0) {
    const SignedDistanceResult signed_result = find_signed_distance(a, b, effort);
    if (signed_result.status == Status::budget) text.pop_back();
    if (append_spent(text, signed_result.status, {"distance"})) return;
    if (signed_result.status != Status::undecided) require(signed_result.status);
    if (signed_result.distance < 0) return append_signed_distance(text, signed_result);
    // The bracket of bodies that may be a hair in each other reaches below 0.
    result.bound = signed_result.bound;
    result.lower = signed_result.lower;
    result.upper = signed_result.upper;
  }
  append_distance(text, result);
}

void Session::within(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "a", "b", "tolerance", "budget"});
  const Body a = body(fields.need("a"), fields.at("a"));
  const Body b = body(fields.need("b"), fields.at("b"));
  const double tolerance = read_number(fields.need("tolerance"), fields.at("tolerance"));
  if (tolerance < 0) throw Error("'tolerance' must not be negative");
  WithinSettings settings;
  settings.budget = read_budget(fields, settings.budget);
  const WithinResult result = graze::within(a, b, tolerance, settings);
  if (append_spent(text, result.status, {"within"})) return;
  if (result.status == Status::undecided) {
    append_undecided(text, "within", result.lower, result.upper);
    return;
  }
  require(result.status);
  text += result.yes() ? ",\"within\":true" : ",\"within\":false";
}

void Session::penetration(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "a", "b", "effort", "budget"});
  const Body a = body(fields.need("a"), fields.at("a"));
  const Body b = body(fields.need("b"), fields.at("b"));
  const PenetrationResult result = graze::find_penetration(a, b, read_effort(fields));
  if (append_spent(text, result.status, {"vector", "depth", "lower"})) return;
  require(result.status);
  text += ',';
  append_penetration(text, result);
}

void Session::contacts(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "a", "b", "tolerance", "reduce", "curves", "flat", "budget"});
  const Body a = body(fields.need("a"), fields.at("a"));
  const Body b = body(fields.need("b"), fields.at("b"));
  ContactSettings settings;
  settings.tolerance = read_number(fields.need("tolerance"), fields.at("tolerance"));
  if (settings.tolerance < 0) throw Error("'tolerance' must not be negative");
  settings.reduce = read_flag(fields, "reduce");
  settings.curves = read_flag(fields, "curves");
  if (const Json* flat = fields.find("flat")) {
    settings.flat = read_number(*flat, fields.at("flat"));
    if (!(settings.flat >= 0 && settings.flat <= 0.5)) throw Error("'flat' must be from 0 to 0.5");
  }
  settings.budget = read_budget(fields, settings.budget);
  const ContactResult result = graze::find_contacts(a, b, settings);
  if (append_spent(text, result.status, {"contacts"})) return;
  require(result.status);
  text += ',';
  append_contacts(text, result, settings.curves);
}

void Session::ray(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root,
                      {"id", "op", "shape", "pose", "origin", "direction", "to", "max", "all", "budget"});
  Body body{shape(fields), {}};
  if (const Json* pose = fields.find("pose")) body.pose = read_pose(*pose, fields.at("pose"));
  const Ray ray = read_ray(fields);
  RaySettings settings;
  if (read_flag(fields, "all")) settings.want = RayWant::all;
  settings.budget = read_budget(fields, settings.budget);
  const RayResult result = graze::cast(body, ray, settings);
  if (append_spent(text, result.status, {"hit", "t", "triangle", "normal", "point"})) return;
  require(result.status);
  text += result.yes() ? ",\"hit\":true," : ",\"hit\":false,";
  append_hit(text, result.yes() ? &result.closest : nullptr);
  if (settings.want != RayWant::all) return;
  text += ",\"hits\":[";
  for (const RayHit& hit : result.hits) {
    if (text.back() != '[') text += ',';
    text += '{';
    append_hit(text, &hit);
    text += '}';
  }
  text += ']';
}

void Session::self(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "shape", "pose", "budget"});
  Body body{shape(fields), {}};
  if (const Json* pose = fields.find("pose")) body.pose = read_pose(*pose, fields.at("pose"));
  SelfCollideSettings settings{.all = true};
  settings.budget = read_budget(fields, settings.budget);
  const CollideResult result = self_collide(body, settings);
  if (append_spent(text, result.status, {"pairs"})) return;
  require(result.status);
  append_pairs(text, result.pairs);
}

void Session::update(const Json& request, std::string&) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "shape", "vertices", "first"});
  const Shape& before = shape(fields);
  const std::vector<Vec3> vertices = read_vertices(fields);
  const std::string& name = request["shape"].get_ref<const std::string&>();
  DeformableMesh& mesh = moving_.try_emplace(name, before).first->second;
  try {
    if (const Json* first = fields.find("first")) {
      const auto most = static_cast<std::int64_t>(mesh.vertex_count());
      mesh.update(static_cast<std::size_t>(read_integer(*first, fields.at("first"), 0, most)), vertices);
    } else {
      mesh.update(vertices);
    }
    shapes_.insert_or_assign(name, mesh.prepare());
  } catch (...) {  // such as a solid that is none any more: the shape stays what it was
    moving_.erase(name);
    throw;
  }
}

void Session::move(const Json& request, std::string& text) {
  answer_move(request, text, [this](const Fields& fields) -> const Shape& { return shape(fields); });
}

void Session::ccd(const Json& request, std::string& text) { answer_ccd(request, text); }

void Session::world(const Json& request, std::string& text) {
  world_.perform(
      request, [this](const Fields& fields) -> const Shape& { return shape(fields); }, text);
}

void Session::forget(const Json& request, std::string&) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "shape"});
  shape(fields);
  moving_.erase(request["shape"].get_ref<const std::string&>());
  shapes_.erase(request["shape"].get_ref<const std::string&>());
}

void Session::version(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op"});
  text += std::string(",\"version\":\"") + version_string() + "\",\"protocol\":" + std::to_string(protocol_version) +
          ",\"instruction_set\":\"" + instruction_set() + "\"";
}

}  // namespace graze::app
