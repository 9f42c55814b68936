// Which contacts are solved together, and in which order.
#include <algorithm>
#include <bit>
#include <numeric>

#include "response/wide_contacts.h"

namespace graze {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::uint32_t colours = 64;

}  // namespace

// Components are taken in the order of their first bodies, several to a block. One that is larger than a block is cut
// into as few as can be, of one size: each grows from a body at the edge of the blocks before it, the first that was
// met, by all neighbours of what it has (Farhat's greedy algorithm); where nothing is left to grow over, it goes on
// with the first body that has no block.
std::vector<std::uint32_t> grow_blocks(std::span<const char> in, std::span<const std::uint32_t> first,
                                       std::span<const std::uint32_t> neighbours, std::uint32_t most_bodies,
                                       std::uint32_t& count) {
  std::vector<std::uint32_t> block(in.size(), none), queued(in.size(), none);  // by which block
  std::vector<std::uint32_t> members, edge, queue;
  count = 0;
  std::uint32_t shared = none, room = 0;  // the block of whole components that is being filled
  const auto visit = [&](std::uint32_t body, std::vector<std::uint32_t>& list, std::uint32_t mark) {
    if (block[body] != none || queued[body] == mark) return;
    queued[body] = mark;
    list.push_back(body);
  };
  constexpr std::uint32_t counted = none - 1;
  for (std::uint32_t start = 0; start < in.size(); ++start) {
    if (!in[start] || block[start] != none) continue;
    members.clear();
    visit(start, members, counted);
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::uint32_t k = first[members[i]]; k < first[members[i] + 1]; ++k) visit(neighbours[k], members, counted);
    const std::uint32_t all = std::uint32_t(members.size());
    if (all <= most_bodies) {
      if (all > room) {
        shared = count++;
        room = most_bodies;
      }
      room -= all;
      for (const std::uint32_t body : members) block[body] = shared;
      continue;
    }
    std::sort(members.begin(), members.end());
    const std::uint32_t parts = (all + most_bodies - 1) / most_bodies, size = (all + parts - 1) / parts;
    edge.clear();
    std::size_t next_edge = 0, next_body = 0;
    const auto seed = [&] {
      while (next_edge < edge.size() && block[edge[next_edge]] != none) ++next_edge;
      if (next_edge < edge.size()) return edge[next_edge];
      while (block[members[next_body]] != none) ++next_body;
      return members[next_body];
    };
    for (std::uint32_t done = 0; done < all; ++count) {
      queue.clear();
      std::size_t at = 0;
      for (std::uint32_t has = 0; has < size && done < all; ++has, ++done) {
        if (at == queue.size()) visit(seed(), queue, count);
        const std::uint32_t body = queue[at++];
        block[body] = count;
        for (std::uint32_t k = first[body]; k < first[body + 1]; ++k) visit(neighbours[k], queue, count);
      }
      edge.insert(edge.end(), queue.begin() + std::ptrdiff_t(at), queue.end());
    }
  }
  return block;
}

// The arrangement of the last tick is that of this one, as long as the same sets are there.
void WideContacts::arrange(std::span<const ContactSet> sets, const std::vector<std::uint64_t>& keys,
                           const std::vector<char>& marks, bool in_stages, int threads) {
  threads_ = threads;
  if (!wide_.empty() && keys == keys_ && marks == marks_) return;
  keys_ = keys;
  marks_ = marks;
  left_.clear();
  const std::size_t bodies = marks.size();
  const auto mass = [&](std::uint32_t body) {
    return (marks[body] & has_mass) != 0 && ((marks[body] & staged) != 0) == in_stages;
  };
  std::vector<std::uint32_t> taken;
  std::vector<char> in(bodies), still(bodies);
  std::vector<std::uint32_t> first(bodies + 1);
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    const ContactSet& set = sets[i];
    const bool mass_a = mass(set.a), mass_b = mass(set.b);
    if (!mass_a && !mass_b) continue;
    if (set.restitution > 0 || set.rolling > 0) {
      if (in_stages) left_.push_back(i);
      continue;
    }
    taken.push_back(i);
    (mass_a ? in : still)[set.a] = 1;
    (mass_b ? in : still)[set.b] = 1;
    if (!mass_a || !mass_b) continue;
    ++first[set.a + 1];
    ++first[set.b + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> neighbours(first.back()), at(first.begin(), first.end() - 1);
  for (const std::uint32_t i : taken) {
    if (!mass(sets[i].a) || !mass(sets[i].b)) continue;
    neighbours[at[sets[i].a]++] = sets[i].b;
    neighbours[at[sets[i].b]++] = sets[i].a;
  }
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> block = grow_blocks(in, first, neighbours, most_bodies, count);

  // Groups: by blocks, the seam last, and by colours.
  constexpr std::uint32_t kinds = colours + 1;
  std::vector<std::uint64_t> used(bodies), used_by_seam(bodies);
  std::vector<char> edge(bodies);
  std::vector<std::uint32_t> kind(taken.size()), begin((count + 1) * kinds + 1);
  for (std::size_t k = 0; k < taken.size(); ++k) {
    const ContactSet& set = sets[taken[k]];
    const bool mass_a = mass(set.a), mass_b = mass(set.b), seam = mass_a && mass_b && block[set.a] != block[set.b];
    if (seam) edge[set.a] = edge[set.b] = 1;
    std::vector<std::uint64_t>& of = seam ? used_by_seam : used;
    const int colour = std::countr_one((mass_a ? of[set.a] : 0) | (mass_b ? of[set.b] : 0));
    if (colour < int(colours)) {
      if (mass_a) of[set.a] |= std::uint64_t{1} << colour;
      if (mass_b) of[set.b] |= std::uint64_t{1} << colour;
    }
    kind[k] = (seam ? count : mass_a ? block[set.a] : block[set.b]) * kinds + std::uint32_t(colour);
    ++begin[kind[k] + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::uint32_t> sorted(taken.size()), put(begin.begin(), begin.end() - 1);
  for (std::size_t k = 0; k < taken.size(); ++k) sorted[put[kind[k]]++] = taken[k];

  // Bodies: by blocks, the edges last, then those without mass.
  std::vector<std::uint32_t> bodies_of(2 * count + 1), place(bodies, none);
  const auto part = [&](std::uint32_t i) { return 2 * block[i] + (edge[i] ? 1u : 0u); };
  for (std::uint32_t i = 0; i < bodies; ++i)
    if (in[i]) ++bodies_of[part(i) + 1];
  std::partial_sum(bodies_of.begin(), bodies_of.end(), bodies_of.begin());
  with_mass_ = bodies_of.back();
  order_.assign(with_mass_, 0);
  edge_.clear();
  blocks_.assign(count, {});
  for (std::uint32_t b = 0; b < count; ++b) {
    blocks_[b].first_body = bodies_of[2 * b];
    blocks_[b].edge = bodies_of[2 * b + 1];
    blocks_[b].last_body = bodies_of[2 * b + 2];
    for (std::uint32_t i = blocks_[b].edge; i < blocks_[b].last_body; ++i) edge_.push_back(i);
  }
  for (std::uint32_t i = 0; i < bodies; ++i)
    if (in[i]) order_[place[i] = bodies_of[part(i)]++] = i;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    if (!still[i]) continue;
    place[i] = std::uint32_t(order_.size());
    order_.push_back(i);
  }
  const std::uint32_t dummy = std::uint32_t(order_.size());
  wide_.assign(order_.size() + 1, {});
  kicks_.assign(count > 1 ? order_.size() + 1 : 0, {});

  groups_.clear();
  colour_.clear();
  for (std::uint32_t b = 0; b <= count; ++b) {
    if (b < count)
      blocks_[b].first_group = std::uint32_t(groups_.size());
    else
      seam_ = std::uint32_t(groups_.size());
    for (std::uint32_t colour = 0; colour < kinds; ++colour) {
      const std::uint32_t last = begin[b * kinds + colour + 1];
      if (b == count && colour == colours) shared_ = groups_.size();
      if (b == count && colour < colours && begin[b * kinds + colour] < last) colour_.push_back(groups_.size());
      // Beyond the last colour bodies may be shared: one at a time.
      const std::uint32_t step = colour < colours ? 8 : 1;
      for (std::uint32_t from = begin[b * kinds + colour]; from < last; from += step) {
        WideGroup& group = groups_.emplace_back();
        group = WideGroup();
        for (std::uint32_t lane = 0; lane < 8; ++lane) {
          const bool real = lane < step && from + lane < last;
          group.set[lane] = real ? sorted[from + lane] : none;
          group.a[lane] = real ? place[sets[group.set[lane]].a] : dummy;
          group.b[lane] = real ? place[sets[group.set[lane]].b] : dummy;
        }
      }
    }
    if (b < count) blocks_[b].last_group = std::uint32_t(groups_.size());
  }
  gaps_.assign(groups_.size(), {});
  alone_.clear();
  for (std::uint32_t i = 0; i < bodies; ++i)
    if (place[i] == none && (marks[i] & moves) != 0 && (mass(i) || (marks[i] & has_mass) == 0)) alone_.push_back(i);
}

}  // namespace graze
