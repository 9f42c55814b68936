#include "app/world_ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/contacts_text.h"
#include "app/define.h"
#include "app/move_query.h"
#include "app/world_queries.h"
#include "base/json_text.h"

namespace graze::app {
namespace {

std::uint64_t read_key(const Json& value, const Place& place) {
  return static_cast<std::uint64_t>(read_integer(value, place, 0, std::numeric_limits<std::int64_t>::max()));
}

// The value among `all` that has the name.
template <class Values>
auto read_name(const Json& value, const Place& place, const Values& all) {
  const std::string& text = read_string(value, place);
  std::string known;
  for (const auto each : all) {
    if (text == name(each)) return each;
    known += (known.empty() ? "" : ", ") + std::string(name(each));
  }
  throw Error(place.text() + ": unknown name '" + text + "' (known: " + known + ")");
}

Interest read_interest(const Fields& fields) {
  const std::string& text = read_string(fields.need("interest"), fields.at("interest"));
  if (text == "on") return Interest::on;
  if (text == "off") return Interest::off;
  if (text == "unset") return Interest::unset;
  throw Error("'interest' must be \"on\", \"off\" or \"unset\"");
}

std::uint8_t read_group(const Json& value, const Place& place) {
  return static_cast<std::uint8_t>(read_integer(value, place, 0, 63));
}

// The groups in a list, as bits.
std::uint64_t read_mask(const Json& value, const Place& place) {
  std::uint64_t mask = 0;
  std::size_t index = 0;
  for (const Json& group : read_array(value, place))
    mask |= std::uint64_t{1} << read_group(group, {&place, {}, index++});
  return mask;
}

// Two of them.
const Json::array_t& read_two(const Json& value, Place place) {
  const Json::array_t& two = read_array(value, place);
  if (two.size() != 2) throw Error(place.text() + " must have two elements");
  return two;
}

double read_length(const Fields& fields, std::string_view field) {
  const Json* value = fields.find(field);
  const double length = value == nullptr ? 0 : read_number(*value, fields.at(field));
  if (length < 0) throw Error("'" + std::string(field) + "' must not be negative");
  return length;
}

PipelineSettings read_settings(const Fields& fields) {
  PipelineSettings settings;
  if (const Json* broad = fields.find("broad")) settings.broad = read_name(*broad, fields.at("broad"), broad_kinds);
  if (const Json* filters = fields.find("filters")) {
    const Place place = fields.at("filters");
    settings.filters.clear();
    for (const Json& filter : read_array(*filters, place))
      settings.filters.push_back(read_name(filter, {&place, {}, settings.filters.size()}, filter_kinds));
  }
  if (const Json* threads = fields.find("threads"))
    settings.threads = static_cast<int>(read_integer(*threads, fields.at("threads"), 0, 256));
  settings.range = read_length(fields, "range");
  if (fields.find("contacts") != nullptr) {
    settings.contacts = true;
    settings.contact_settings.tolerance = read_length(fields, "contacts");
  }
  if (const Json* way = fields.find("continuous")) settings.continuous = read_bool(*way, fields.at("continuous"));
  if (const Json* all = fields.find("all")) settings.triangles = read_bool(*all, fields.at("all"));
  settings.budget = read_budget(fields, settings.budget);
  return settings;
}

// Of what read_settings() reads.
bool same(const PipelineSettings& x, const PipelineSettings& y) {
  return x.broad == y.broad && x.filters == y.filters && x.threads == y.threads && x.range == y.range &&
         x.contacts == y.contacts && x.contact_settings.tolerance == y.contact_settings.tolerance &&
         x.triangles == y.triangles && x.continuous == y.continuous && x.budget == y.budget;
}

void append_keys(JsonWriter& out, std::uint64_t a, std::uint64_t b) { out.field("a", a).field("b", b); }

void append_pair(std::string& text, const PairResult& pair, const PipelineSettings& settings) {
  JsonWriter out(text);
  out.object([&] {
    append_keys(out, pair.key_a, pair.key_b);
    out.field("status", name(pair.status)).field("touching", pair.touching).field("resting", pair.resting);
    if (settings.range > 0) {
      out.field("distance", pair.distance).field("lower", pair.lower).field("upper", pair.upper);
      out.key("points").array([&] { out.value(pair.point_a).value(pair.point_b); });
      out.key("normal").direction(pair.normal);
    }
    if (settings.continuous) {
      const bool hit = pair.hit == graze::Answer::yes;
      out.field("hit", pair.hit).key("phase");
      hit ? out.value(pair.phase) : out.value(nullptr);
      out.key("bracket");
      hit ? out.pair(pair.hit_lower, pair.hit_upper) : out.value(nullptr);
    }
    if (settings.triangles)
      out.key("pairs").list(pair.triangles,
                            [&](const TrianglePair& each) { out.array([&] { out.value(each.a).value(each.b); }); });
    if (settings.contacts) {
      ContactResult contacts;
      contacts.contacts = pair.contacts;
      append_contacts(text, contacts, false);
    }
  });
}

void append_statistics(JsonWriter& out, const StepStatistics& statistics, const PipelineSettings& settings) {
  out.object([&] {
    out.field("objects", statistics.objects).field("changed", statistics.changed);
    out.field("neighbours", statistics.neighbours).field("unwanted", statistics.unwanted);
    out.field("resting", statistics.resting).field("candidates", statistics.candidates);
    out.key("filters").list(settings.filters, [&](FilterKind kind) {
      const StageStatistics& stage = statistics.filters[static_cast<std::size_t>(kind)];
      out.object([&] { out.field("filter", name(kind)).field("cases", stage.cases).field("decided", stage.decided); });
    });
    out.field("survivors", statistics.survivors).field("prepared", statistics.prepared);
    out.field("touching", statistics.exact.decided);
  });
}

}  // namespace

ObjectId WorldOps::find(const Json& value, const Place& place) const {
  const std::uint64_t key = read_key(value, place);
  const ObjectId id = world_.find(key);
  if (!id) throw Error("no object has the key " + std::to_string(key));
  return id;
}

void WorldOps::apply() {
  world_.apply();
  if (!world_.refused().empty()) throw Error(world_.refused().front().reason);
}

void WorldOps::add(const Json& request, ReadShape read_shape) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "do", "key", "shape", "pose", "kind", "group", "mask"});
  ObjectSettings settings;
  settings.key = read_key(fields.need("key"), fields.at("key"));
  Pose pose;
  if (const Json* given = fields.find("pose")) pose = read_pose(*given, fields.at("pose"));
  if (const Json* group = fields.find("group")) settings.group = read_group(*group, fields.at("group"));
  if (const Json* mask = fields.find("mask")) settings.mask = read_mask(*mask, fields.at("mask"));
  ObjectKind kind = ObjectKind::moving;
  if (const Json* given = fields.find("kind"))
    kind =
        read_name(*given, fields.at("kind"), std::array{ObjectKind::fixed, ObjectKind::moving, ObjectKind::deformable});
  settings.fixed = kind == ObjectKind::fixed;
  const Shape& shape = read_shape(fields);
  if (kind == ObjectKind::deformable) {
    world_.add(DeformableMesh(shape), pose, settings);
  } else {
    world_.add({shape, pose}, settings);
  }
  apply();
}

void WorldOps::edit(const Json& request, const std::string& what, ReadShape read_shape) {
  const Place root;
  std::vector<std::string_view> known{"id", "op", "do", "key"};
  if (what == "move") known.insert(known.end(), {"pose", "motion"});
  if (what == "reshape") known.push_back("shape");
  if (what == "deform") known.push_back("vertices");
  if (what == "regroup") known.insert(known.end(), {"group", "mask"});
  const Fields fields(request, root, known);
  const ObjectId id = find(fields.need("key"), fields.at("key"));
  if (const Json* motion = what == "move" ? fields.find("motion") : nullptr) {
    if (fields.find("pose") != nullptr) throw Error("give either 'pose' or 'motion', not both");
    world_.move(id, read_motion(*motion, fields.at("motion")));
  } else if (what == "move") {
    world_.move(id, read_pose(fields.need("pose"), fields.at("pose")));
  } else if (what == "reshape") {
    world_.reshape(id, read_shape(fields));
  } else if (what == "deform") {
    world_.deform(id, read_vertices(fields));
  } else if (what == "regroup") {
    regroup(fields, id);
  } else if (what == "remove") {
    world_.remove(id);
  } else if (what == "sleep") {
    world_.sleep(id);
  } else {
    world_.wake(id);
  }
  apply();
}

void WorldOps::regroup(const Fields& fields, ObjectId id) {
  const Json *group = fields.find("group"), *mask = fields.find("mask");
  if (group == nullptr && mask == nullptr) throw Error("give 'group' or 'mask'");
  ObjectSettings settings = world_.settings(id);
  if (group != nullptr) settings.group = read_group(*group, fields.at("group"));
  if (mask != nullptr) settings.mask = read_mask(*mask, fields.at("mask"));
  world_.regroup(id, settings.group, settings.mask);
}

void WorldOps::interest(const Json& request) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "do", "keys", "key", "groups", "interest"});
  const Interest said = read_interest(fields);
  const Json *keys = fields.find("keys"), *key = fields.find("key"), *groups = fields.find("groups");
  if ((keys != nullptr) + (key != nullptr) + (groups != nullptr) != 1)
    throw Error("give one of 'keys', 'key' and 'groups'");
  if (keys != nullptr) {
    const Place place = fields.at("keys");
    const Json::array_t& two = read_two(*keys, place);
    world_.set_interest(find(two[0], {&place, {}, 0}), find(two[1], {&place, {}, 1}), said);
  } else if (key != nullptr) {
    world_.set_interest(find(*key, fields.at("key")), said);
  } else {
    const Place place = fields.at("groups");
    const Json::array_t& two = read_two(*groups, place);
    world_.set_interest(read_group(two[0], {&place, {}, 0}), read_group(two[1], {&place, {}, 1}), said);
  }
  apply();
}

void WorldOps::step(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(
      request, root,
      {"id", "op", "do", "broad", "filters", "threads", "range", "contacts", "all", "continuous", "budget"});
  const PipelineSettings settings = read_settings(fields);
  if (!same(settings, pipeline_.settings())) pipeline_.set(settings);
  const StepResult& result = pipeline_.step();
  if (result.status != Status::ok) throw Error(name(result.status));
  JsonWriter out(text);
  out.key("pairs").list(result.pairs, [&](const PairResult& pair) { append_pair(text, pair, settings); });
  out.key("events").list(result.events, [&](const Event& event) {
    out.object([&] {
      out.field("event", name(event.kind));
      append_keys(out, event.key_a, event.key_b);
    });
  });
  out.key("woken").list(result.woken, [&](ObjectId id) { out.value(world_.settings(id).key); }).key("statistics");
  append_statistics(out, result.statistics, settings);
}

void WorldOps::explain(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "do", "keys"});
  const Place place = fields.at("keys");
  const Json::array_t& two = read_two(fields.need("keys"), place);
  const Explanation found = pipeline_.explain(find(two[0], {&place, {}, 0}), find(two[1], {&place, {}, 1}));
  JsonWriter out(text);
  out.field("stage", name(found.stage)).key("filter");
  found.stage == Stage::filter ? out.value(name(found.filter)) : out.value(nullptr);
  out.field("text", found.text);
}

void WorldOps::ask(const Json& request, const std::string& what, ReadShape read_shape, std::string& text) {
  answer_world_query(
      world_, request, what, read_shape, [this](const Json& value, const Place& place) { return find(value, place); },
      text);
}

void WorldOps::perform(const Json& request, ReadShape read_shape, std::string& text) {
  const auto it = request.find("do");
  if (it == request.end()) throw Error("missing field 'do'");
  const Place root;
  const std::string& what = read_string(*it, {&root, "do", 0});
  if (what == "add") return add(request, read_shape);
  if (what == "interest") return interest(request);
  if (what == "step") return step(request, text);
  if (what == "explain") return explain(request, text);
  if (what == "save") return save(request, text);
  if (what == "load") return load(request, text);
  if (what == "draw") return draw(request, text);
  constexpr std::array edits = {"move", "remove", "reshape", "deform", "sleep", "wake", "regroup"};
  if (std::find(edits.begin(), edits.end(), what) != edits.end()) return edit(request, what, read_shape);
  if (is_world_query(what)) return ask(request, what, read_shape, text);
  throw Error(
      "'do' must be one of add, move, remove, reshape, deform, sleep, wake, regroup, interest, step, explain, save, "
      "load, draw, " +
      world_query_names() + "; not '" + what + "'");
}

}  // namespace graze::app
