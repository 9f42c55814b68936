#include "measure/row.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "graze/version.h"

namespace graze::measure {
namespace {

nlohmann::ordered_json to_json(const Row& row) {
  nlohmann::ordered_json json;
  json["workload"] = row.workload;
  json["case"] = row.scene;
  json["peer"] = row.peer;
  json["ours_ns"] = row.ours_ns;
  json["peer_ns"] = row.alone() ? nlohmann::ordered_json() : nlohmann::ordered_json(row.peer_ns);
  json["ratio"] = row.alone() ? nlohmann::ordered_json() : nlohmann::ordered_json(row.ratio());
  json["disagreements"] = row.disagreements;
  json["peer_wrong"] = row.peer_wrong;
  json["ours_wrong"] = row.ours_wrong;
  json["queries"] = row.queries;
  json["rounds"] = row.rounds;
  json["triangles"] = row.triangles;
  json["peer_version"] = row.peer_version;
  json["instruction_set"] = instruction_set();
  if (row.hits) json["hits"] = *row.hits;
  if (row.ours_ns_per_pair) json["ours_ns_per_pair"] = *row.ours_ns_per_pair;
  if (row.peer_ns_per_pair) json["peer_ns_per_pair"] = *row.peer_ns_per_pair;
  for (const auto& [name, value] : row.more) json[name] = value;
  return json;
}

}  // namespace

void write_json(std::ostream& out, const std::vector<Row>& rows) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const Row& row : rows) array.push_back(to_json(row));
  out << array.dump(1) << '\n';
}

void print_table(std::ostream& out, const std::vector<Row>& rows) {
  out << fmt::format("{:<17} {:<25} {:<15}{:>13}{:>14}{:>9}{:>9}{:>7}{:>10}{:>7}{:>7}\n", "workload", "case", "peer",
                     "ours ns", "peer ns", "ratio", "queries", "hits", "disagree", "peer x", "ours x");
  std::string group;
  for (const Row& row : rows) {
    const std::string here = row.workload + row.scene;
    if (!group.empty() && here != group) out << '\n';
    group = here;
    out << fmt::format("{:<17} {:<25} {:<15}{:>13.0f}{:>14}{:>9}{:>9}{:>7}{:>10}{:>7}{:>7}", row.workload, row.scene,
                       row.peer, row.ours_ns, row.alone() ? "" : fmt::format("{:.0f}", row.peer_ns),
                       row.alone() ? "" : fmt::format("{:.2f}", row.ratio()), row.queries,
                       row.hits ? fmt::format("{:.0f}%", *row.hits * 100) : "", row.disagreements, row.peer_wrong,
                       row.ours_wrong);
    if (row.ours_ns_per_pair && row.peer_ns_per_pair) {
      out << fmt::format("   ns per pair: {:.0f} / {:.0f}", *row.ours_ns_per_pair, *row.peer_ns_per_pair);
    }
    for (const auto& [name, value] : row.more) out << fmt::format("   {} {:.4g}", name, value);
    out << '\n';
  }
  out << "\nratio: peer time / our time. peer x, ours x: wrong answers among the disagreements, by exact arithmetic.\n";
}

}  // namespace graze::measure
