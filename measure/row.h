// One line of the results: a workload on a case against a peer.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graze::measure {

inline constexpr const char* no_peer = "none";

struct Row {
  std::string workload, scene, peer;  // scene: the "case" of the JSON
  double ours_ns = 0;                 // median time of a query, or of a build
  double peer_ns = 0;
  std::size_t disagreements = 0;

  // Beyond the fields of every row.
  std::size_t peer_wrong = 0, ours_wrong = 0;  // of the disagreements, by exact arithmetic
  std::size_t queries = 0;                     // in a round
  int rounds = 0;
  std::size_t triangles = 0;
  std::string peer_version;
  std::optional<double> hits;                                // part of the queries that collide or hit
  std::optional<double> ours_ns_per_pair, peer_ns_per_pair;  // collide-all
  std::vector<std::pair<std::string, double>> more;          // what one workload alone has, by the JSON name
  bool alone() const { return peer == no_peer; }             // no peer can do it: no time, no ratio
  double ratio() const { return peer_ns / ours_ns; }
};

void write_json(std::ostream& out, const std::vector<Row>& rows);
void print_table(std::ostream& out, const std::vector<Row>& rows);

}  // namespace graze::measure
