#include "report/clash_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace graze {

namespace {

int rank(ClashClass value) {
  switch (value) {
    case ClashClass::overlapping:
      return 0;
    case ClashClass::enclosed:
      return 1;
    case ClashClass::duplicate:
      return 2;
    case ClashClass::clearance:
      return 3;
    default:
      return 4;
  }
}

std::vector<ClashGroup> by_part(const std::vector<Clash>& clashes, const std::vector<Part>& parts,
                                const std::vector<std::size_t>& order) {
  // Of each part: its clashes, worst first, by their place in the order.
  std::vector<std::vector<std::size_t>> of_part(parts.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    of_part[clashes[order[i]].a].push_back(i);
    of_part[clashes[order[i]].b].push_back(i);
  }
  struct Claim {
    std::size_t count, worst;
    std::uint32_t part;
  };
  const auto behind = [&](const Claim& x, const Claim& y) {
    if (x.count != y.count) return x.count < y.count;
    if (x.worst != y.worst) return x.worst > y.worst;
    return parts[x.part].path > parts[y.part].path;
  };
  std::priority_queue<Claim, std::vector<Claim>, decltype(behind)> claims(behind);
  std::vector<char> taken(order.size(), 0);
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (!of_part[i].empty()) claims.push({of_part[i].size(), of_part[i][0], i});
  }
  std::vector<ClashGroup> groups;
  while (!claims.empty()) {
    const Claim claim = claims.top();
    claims.pop();
    std::vector<std::size_t>& own = of_part[claim.part];
    std::erase_if(own, [&](std::size_t i) { return taken[i]; });
    if (own.empty()) continue;
    if (own.size() != claim.count || own[0] != claim.worst) {
      claims.push({own.size(), own[0], claim.part});
      continue;
    }
    ClashGroup group{parts[claim.part].path, clashes[order[own[0]]].point, {}};
    for (const std::size_t i : own) {
      taken[i] = 1;
      group.clashes.push_back(order[i]);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

using Cell = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

// In cells as wide as the radius, so that those near a point are in the 27 around it. Cells far out are one.
Cell cell_of(Vec3 point, double radius) {
  const auto number = [&](double x) {
    return static_cast<std::int64_t>(std::clamp(std::floor(x / radius), -1e15, 1e15));
  };
  return {number(point.x), number(point.y), number(point.z)};
}

std::vector<ClashGroup> by_place(const std::vector<Clash>& clashes, double radius,
                                 const std::vector<std::size_t>& order) {
  std::map<Cell, std::vector<std::size_t>> cells;
  for (const std::size_t i : order) cells[cell_of(clashes[i].point, radius)].push_back(i);
  std::vector<char> taken(clashes.size(), 0);
  std::vector<std::size_t> place(clashes.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<ClashGroup> groups;
  for (const std::size_t leader : order) {
    if (taken[leader]) continue;
    const Vec3 point = clashes[leader].point;
    ClashGroup group{clashes[leader].id, point, {}};
    const auto [x, y, z] = cell_of(point, radius);
    for (int k = 0; k < 27; ++k) {
      const auto cell = cells.find({x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1});
      if (cell == cells.end()) continue;
      for (const std::size_t i : cell->second) {
        if (taken[i] || !(i == leader || length(clashes[i].point - point) <= radius)) continue;
        taken[i] = 1;
        group.clashes.push_back(i);
      }
    }
    std::sort(group.clashes.begin(), group.clashes.end(),
              [&](std::size_t i, std::size_t j) { return place[i] < place[j]; });
    groups.push_back(std::move(group));
  }
  return groups;
}

// Of two parts, the lesser first, and once where it is the same.
std::string both(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == b) return a.empty() ? b : a;
  return std::min(a, b) + " x " + std::max(a, b);
}

std::string type_of(const Part& part) { return part.kind.empty() ? part.type : part.kind; }

std::vector<ClashGroup> by_name(const std::vector<Clash>& clashes, const std::vector<Part>& parts, GroupBy by,
                                const std::vector<std::size_t>& order) {
  std::unordered_map<std::string, std::size_t> places;
  std::vector<ClashGroup> groups;
  for (const std::size_t i : order) {
    const Part &a = parts[clashes[i].a], &b = parts[clashes[i].b];
    const std::string name = by == GroupBy::storey ? both(a.storey, b.storey) : both(type_of(a), type_of(b));
    const auto [at, is_new] = places.emplace(name, groups.size());
    if (is_new) groups.push_back({name, clashes[i].point, {}});
    groups[at->second].clashes.push_back(i);
  }
  return groups;
}

}  // namespace

const char* name(GroupBy by) noexcept {
  switch (by) {
    case GroupBy::part:
      return "part";
    case GroupBy::place:
      return "place";
    case GroupBy::storey:
      return "storey";
    case GroupBy::types:
      return "types";
    default:
      return "none";
  }
}

GroupBy group_by(const std::string& word) {
  for (const GroupBy by : {GroupBy::part, GroupBy::place, GroupBy::storey, GroupBy::types})
    if (word == name(by)) return by;
  return GroupBy::none;
}

std::string group_words(GroupBy by, const std::string& name) {
  if (by == GroupBy::storey) return name.empty() ? "of no known storey" : "on " + name;
  return name.empty() ? "of no known types" : "of " + name;
}

std::vector<std::size_t> worst_first(const std::vector<Clash>& clashes) {
  std::vector<std::size_t> order(clashes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const Clash &a = clashes[i], &b = clashes[j];
    if (a.value != b.value) return rank(a.value) < rank(b.value);
    const bool crossing_a = std::isinf(a.bound), crossing_b = std::isinf(b.bound);
    if (crossing_a || crossing_b) return crossing_b && !crossing_a;
    return a.distance < b.distance;
  });
  return order;
}

std::vector<ClashGroup> group_clashes(const std::vector<Clash>& clashes, const std::vector<Part>& parts, GroupBy by,
                                      double radius) {
  if (by == GroupBy::none) return {};
  const std::vector<std::size_t> order = worst_first(clashes);
  std::vector<ClashGroup> groups = by == GroupBy::part    ? by_part(clashes, parts, order)
                                   : by == GroupBy::place ? by_place(clashes, radius, order)
                                                          : by_name(clashes, parts, by, order);
  std::stable_sort(groups.begin(), groups.end(),
                   [](const ClashGroup& a, const ClashGroup& b) { return a.clashes.size() > b.clashes.size(); });
  return groups;
}

}  // namespace graze
