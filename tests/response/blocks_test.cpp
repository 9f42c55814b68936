// Blocks of bodies that are solved together: each body is in one, none is too large, and few contacts are cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "response/wide_contacts.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

struct Graph {
  std::vector<char> in;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::uint32_t> first, neighbours;

  void arrange() {
    first.assign(in.size() + 1, 0);
    for (const auto& [a, b] : edges) ++first[a + 1], ++first[b + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    neighbours.resize(first.back());
    std::vector<std::uint32_t> at(first.begin(), first.end() - 1);
    for (const auto& [a, b] : edges) neighbours[at[a]++] = b, neighbours[at[b]++] = a;
  }
};

// The part of the edges between blocks.
double check(Graph& graph, std::uint32_t most) {
  graph.arrange();
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> block = grow_blocks(graph.in, graph.first, graph.neighbours, most, count);
  std::vector<std::uint32_t> size(count);
  for (std::size_t i = 0; i < block.size(); ++i) {
    EXPECT_EQ(block[i] == none, !graph.in[i]);
    if (block[i] == none) continue;
    EXPECT_LT(block[i], count);
    if (block[i] < count) ++size[block[i]];
  }
  for (const std::uint32_t n : size) {
    EXPECT_LE(n, most);
    EXPECT_GT(n, 0u);
  }
  const auto cut = std::count_if(graph.edges.begin(), graph.edges.end(),
                                 [&](const auto& edge) { return block[edge.first] != block[edge.second]; });
  return double(cut) / double(std::max<std::size_t>(graph.edges.size(), 1));
}

TEST(Blocks, HoldEachBodyOnce) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::Dice dice(seed);
  int parted = 0;
  for (int round = 0; round < 200; ++round) {
    Graph graph;
    const int bodies = dice.integer(0, 300);
    graph.in.resize(std::size_t(bodies));
    for (char& in : graph.in) in = dice.chance(5) ? 0 : 1;
    for (int i = 0; i < bodies * 2; ++i) {
      const auto a = std::uint32_t(dice.integer(0, bodies - 1)), b = std::uint32_t(dice.integer(0, bodies - 1));
      if (a != b && graph.in[a] && graph.in[b]) graph.edges.push_back({a, b});
    }
    parted += check(graph, std::uint32_t(dice.integer(1, 100))) > 0;
  }
  EXPECT_GT(parted, 100);
}

TEST(Blocks, CutFewContactsOfAWall) {
  Graph graph;
  const std::uint32_t side = 100;
  graph.in.assign(side * side, 1);
  for (std::uint32_t i = 0; i < side; ++i)
    for (std::uint32_t j = 0; j < side; ++j) {
      if (i + 1 < side) graph.edges.push_back({i * side + j, (i + 1) * side + j});
      if (j + 1 < side) graph.edges.push_back({i * side + j, i * side + j + 1});
    }
  const double cut = check(graph, 512);
  RecordProperty("cut", std::to_string(cut));
  EXPECT_LT(cut, 0.1);
  EXPECT_GT(cut, 0);
}

}  // namespace
}  // namespace graze
