#include "io/ifc/doubled_faces.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "shape/position_table.h"

namespace graze::ifc {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// How often each edge is run from its lesser to its greater end more than the other way.
using Balance = std::map<Edge, int>;

void add(Balance& balance, std::uint32_t from, std::uint32_t to, int count) {
  if (from == to) return;
  int& sum = balance[{std::min(from, to), std::max(from, to)}];
  sum += from < to ? count : -count;
}

}  // namespace

std::size_t drop_doubled_faces(SolidMesh& mesh, const std::vector<std::uint32_t>& starts) {
  if (is_closed(mesh)) return 0;
  PositionTable table;
  std::vector<std::uint32_t> place;
  for (const Vec3& v : mesh.vertices) place.push_back(table.number_of(v));
  const auto end_of = [&](std::size_t face) {
    return face + 1 < starts.size() ? starts[face + 1] : static_cast<std::uint32_t>(mesh.triangles.size());
  };
  const auto sides_of = [&](std::size_t face) {
    Balance sides;
    for (std::uint32_t i = starts[face]; i < end_of(face); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        add(sides, place[mesh.triangles[i][k]], place[mesh.triangles[i][(k + 1) % 3]], 1);
    std::erase_if(sides, [](const auto& side) { return side.second == 0; });
    return sides;
  };
  Balance all, runs;  // runs: whichever way
  for (std::size_t face = 0; face < starts.size(); ++face)
    for (const auto& [edge, count] : sides_of(face)) {
      all[edge] += count;
      runs[edge] += std::abs(count);
    }
  const auto closed = [&] {
    return std::all_of(all.begin(), all.end(), [](const auto& edge) { return edge.second == 0; });
  };
  std::vector<bool> gone(starts.size());
  std::size_t dropped = 0;
  for (std::size_t face = 0; face < starts.size(); ++face) {
    const Balance sides = sides_of(face);
    const bool too_many = !sides.empty() && std::all_of(sides.begin(), sides.end(), [&](const auto& side) {
      const int sum = all[side.first];
      // Its own, that of its double and that of the neighbour of both; else it is a face by itself.
      if (runs[side.first] < 3 * std::abs(side.second)) return false;
      return side.second > 0 ? sum >= side.second : sum <= side.second;
    });
    if (!too_many) continue;
    for (const auto& [edge, count] : sides) {
      all[edge] -= count;
      runs[edge] -= std::abs(count);
    }
    gone[face] = true;
    ++dropped;
  }
  if (dropped == 0 || dropped == starts.size() || !closed()) return 0;
  std::vector<Index3> kept;
  for (std::size_t face = 0; face < starts.size(); ++face)
    if (!gone[face])
      kept.insert(kept.end(), mesh.triangles.begin() + starts[face], mesh.triangles.begin() + end_of(face));
  mesh.triangles = std::move(kept);
  return dropped;
}

}  // namespace graze::ifc
