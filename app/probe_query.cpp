#include "app/probe_query.h"

#include <span>
#include <vector>

#include "app/distance_text.h"
#include "base/json_text.h"
#include "graze/probe.h"

namespace graze::app {
namespace {

ProbeSettings read_probe_settings(const Fields& fields) {
  ProbeSettings settings;
  const auto read = [&](std::string_view field, double& value) {
    if (const Json* given = fields.find(field)) value = read_number(*given, fields.at(field));
  };
  read("stiffness", settings.stiffness);
  read("largest_force", settings.largest_force);
  read("largest_change", settings.largest_change);
  read("gap", settings.gap);
  settings.budget = read_budget(fields, settings.budget);
  return settings;
}

void append_tick(JsonWriter& out, std::string& text, const ProbeResult& tick) {
  out.field("status", name(tick.status)).field("shadow", tick.shadow);
  out.field("force", tick.force).field("torque", tick.torque);
  out.field("touching", tick.touching).field("snapped", tick.snapped).field("steps", tick.steps);
  const std::span contacts(tick.contacts.data(), static_cast<std::size_t>(tick.contact_count));
  out.key("contacts").list(contacts, [&](const ProbeContact& contact) {
    out.object([&] {
      out.field("point", contact.point).key("normal").direction(contact.normal).field("body", contact.body);
      out.key("feature");
      append_feature(text, contact.feature);
    });
  });
}

}  // namespace

void answer_probe(const Fields& fields, FunctionRef<Body(const Json&, const Place&)> read_body, std::string& text) {
  const Body tool = read_body(fields.need("tool"), fields.at("tool"));
  const Place bodies_at = fields.at("bodies"), hands_at = fields.at("hands");
  std::vector<Body> bodies;
  for (const Json& value : read_array(fields.need("bodies"), bodies_at))
    bodies.push_back(read_body(value, {&bodies_at, {}, bodies.size()}));
  std::vector<Pose> hands;
  for (const Json& value : read_array(fields.need("hands"), hands_at))
    hands.push_back(read_pose(value, {&hands_at, {}, hands.size()}));
  Probe probe(tool, read_probe_settings(fields));
  JsonWriter out(text);
  out.field("gap", probe.gap()).field("radius", probe.radius());
  out.key("ticks").list(hands, [&](const Pose& hand) {
    const ProbeResult tick = probe.tick(hand, bodies);
    out.object([&] { append_tick(out, text, tick); });
  });
}

}  // namespace graze::app
