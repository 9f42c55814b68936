// Pairs by tiles are the pairs of a search in memory, each once.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "store/find_pairs.h"
#include "store/plan.h"
#include "tests/store/stores.h"

namespace graze {
namespace {

bool meet(const Box& a, const Box& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.lo[axis] > b.hi[axis] || b.lo[axis] > a.hi[axis]) return false;
  }
  return true;
}

TEST(Pairs, EachPairOfBoxesIsInOneTileOfAnySize) {
  scenes::Random random(2611);
  for (int round = 0; round < 20; ++round) {
    const double size = std::exp2(random.uniform(-3, 3)), spread = std::exp2(random.uniform(-2, 12));
    const Vec3 middle{random.uniform(-spread, spread), random.uniform(-spread, spread), 0};
    std::vector<TileEntry> parts;
    Pieces pieces;
    Box all;
    for (std::uint32_t i = 0; i < 400; ++i) {
      TileEntry entry;
      entry.key = i;
      entry.hash = {random.next(), i};
      entry.rank = 400 - i;
      entry.side = 3;
      const auto draw = [&](double extent) {
        Vec3 at{random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-8, 8)};
        // Many faces in common with others and with the planes of tiles.
        if (random.next() % 2 == 0) at = {std::floor(at.x), std::floor(at.y), std::floor(at.z)};
        const Vec3 half{extent * random.uniform(), extent, extent * random.uniform()};
        return Box{middle + at, middle + at + half};
      };
      entry.box = draw(random.next() % 20 == 0 ? 6 : size);
      if (random.next() % 25 == 0) {
        entry.piece = true;
        std::vector<Box>& boxes = pieces[i];
        for (int k = 0; k < 30; ++k) boxes.push_back(draw(0.5));
      }
      parts.push_back(entry);
      all = merge(all, entry.box);
      if (entry.piece) {
        for (const Box& box : pieces[i]) all = merge(all, box);
      }
    }
    Tiles tiles(all);
    std::vector<std::uint64_t> codes;
    for (const TileEntry& part : parts) codes.push_back(tiles.grid().index(tiles.grid().step(part.box.lo)));
    std::sort(codes.begin(), codes.end());
    std::size_t at = 0;
    tiles.split(
        [&](std::uint64_t& code) {
          if (at == codes.size()) return false;
          code = codes[at++];
          return true;
        },
        1 + std::uint32_t(random.next() % 40));
    ASSERT_GT(tiles.size(), 8u);

    std::map<std::uint32_t, std::vector<TileEntry>> by_tile;
    for (const TileEntry& part : parts) {
      const std::vector<Box> boxes = part.piece ? pieces[part.part()] : std::vector<Box>{part.box};
      for (const Box& box : boxes) {
        std::set<std::uint32_t> seen;
        tiles.for_each(box, [&](std::uint32_t tile) {
          EXPECT_TRUE(seen.insert(tile).second);
          TileEntry entry = part;
          entry.box = box;
          entry.key |= std::uint64_t{tile} << 32;
          by_tile[tile].push_back(entry);
        });
      }
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> found, expected;
    for (const auto& [tile, entries] : by_tile) {
      for (const TilePair& pair : find_tile_pairs(tiles, entries, pieces)) {
        EXPECT_GT(pair.a, pair.b) << "the lesser path comes first";
        EXPECT_TRUE(found.insert({pair.b, pair.a}).second) << "a pair is in two tiles";
      }
    }
    for (const TileEntry& a : parts) {
      for (const TileEntry& b : parts) {
        if (a.part() >= b.part()) continue;
        const auto boxes = [&](const TileEntry& part) {
          return part.piece ? pieces[part.part()] : std::vector<Box>{part.box};
        };
        bool near = false;
        for (const Box& x : boxes(a)) {
          for (const Box& y : boxes(b)) near = near || meet(x, y);
        }
        if (near) expected.insert({a.part(), b.part()});
      }
    }
    EXPECT_EQ(found, expected);
    EXPECT_GT(expected.size(), 100u);
  }
}

TEST(Pairs, CellsAreFixedInSpace) {
  // A point far away makes the cube larger; where nothing changed, the cells are the same.
  const auto cells = [](const std::vector<Vec3>& points) {
    Box all;
    for (const Vec3& point : points) all = merge(all, {point, point});
    Tiles tiles(all);
    std::vector<std::uint64_t> codes;
    for (const Vec3& point : points) codes.push_back(tiles.grid().index(tiles.grid().step(point)));
    std::sort(codes.begin(), codes.end());
    std::size_t at = 0;
    tiles.split(
        [&](std::uint64_t& code) {
          if (at == codes.size()) return false;
          code = codes[at++];
          return true;
        },
        20);
    std::set<SpaceCell> result;
    for (const Vec3& point : points) result.insert(tiles.cell(tiles.at(point)));
    return result;
  };
  scenes::Random random(5);
  std::vector<Vec3> points;
  for (int i = 0; i < 1000; ++i) points.push_back({random.uniform(-3, 9), random.uniform(0, 7), random.uniform(-1, 2)});
  const std::set<SpaceCell> before = cells(points);
  points.push_back({5000, -2000, 30});
  const std::set<SpaceCell> after = cells(points);
  std::size_t kept = 0;
  for (const SpaceCell& cell : before) {
    kept += after.count(cell);
    EXPECT_TRUE(related(cell, cell));
  }
  EXPECT_GT(before.size(), 50u);
  EXPECT_EQ(kept, before.size());
}

}  // namespace
}  // namespace graze
