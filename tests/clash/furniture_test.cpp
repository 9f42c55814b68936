// A building with rows of cupboards that stand flush beside each other, on the floor and at the walls: what touches is
// known from whole millimetres.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/clash.h"
#include "graze/shape.h"

namespace graze {
namespace {

using Point = std::array<int, 3>;  // millimetres
struct Block {
  Point lo, hi;
};

bool meet(const Block& a, const Block& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return false;
  return true;
}

// A part, and the blocks that it consists of.
struct Piece {
  std::string name;
  Shape shape;
  Point at;
  std::vector<Block> blocks;  // about `at`
};

Vec3 metres(const Point& p) { return {p[0] / 1000.0, p[1] / 1000.0, p[2] / 1000.0}; }

Shape mesh_of(const std::vector<Point>& corners, const std::vector<std::array<std::uint32_t, 4>>& faces) {
  std::vector<Vec3> points;
  for (const Point& p : corners) points.push_back(metres(p));
  std::vector<Index3> triangles;
  for (const auto& f : faces) {
    triangles.push_back({f[0], f[1], f[2]});
    triangles.push_back({f[0], f[2], f[3]});
  }
  return make_mesh(points, triangles, {.solid = true});
}

std::vector<Point> corners_of(const Block& block) {
  std::vector<Point> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(
        {i & 1 ? block.hi[0] : block.lo[0], i & 2 ? block.hi[1] : block.lo[1], i & 4 ? block.hi[2] : block.lo[2]});
  return corners;
}
const std::vector<std::array<std::uint32_t, 4>> block_faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                               {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

Piece block(const std::string& name, Point at, Point size) {
  const Block own{{0, 0, 0}, size};
  return {name, mesh_of(corners_of(own), block_faces), at, {own}};
}

constexpr int wide = 600, deep = 580, high = 800, board = 19, door = 21;

// Open in front, where y is 0: five boards in one solid.
Piece carcass() {
  std::vector<Point> corners = corners_of({{0, 0, 0}, {wide, deep, high}});
  for (const Point& p : corners_of({{board, 0, board}, {wide - board, deep - board, high - board}}))
    corners.push_back(p);
  // The sides of the outer box but the front, the frame around the opening, and the inside turned round.
  std::vector<std::array<std::uint32_t, 4>> faces = {{0, 2, 3, 1},  {4, 5, 7, 6},   {2, 6, 7, 3},
                                                     {0, 4, 6, 2},  {1, 3, 7, 5},   {0, 1, 9, 8},
                                                     {1, 5, 13, 9}, {5, 4, 12, 13}, {4, 0, 8, 12}};
  for (const auto& f : {block_faces[0], block_faces[1], block_faces[3], block_faces[4], block_faces[5]})
    faces.push_back({f[3] + 8, f[2] + 8, f[1] + 8, f[0] + 8});
  return {"carcass",
          mesh_of(corners, faces),
          {},
          {{{0, 0, 0}, {board, deep, high}},
           {{wide - board, 0, 0}, {wide, deep, high}},
           {{0, 0, 0}, {wide, deep, board}},
           {{0, 0, high - board}, {wide, deep, high}},
           {{0, deep - board, 0}, {wide, deep, high}}}};
}

// The same boards as shells of their own, which touch.
Piece boards() {
  Piece piece = carcass();
  piece.blocks = {{{0, 0, 0}, {board, deep, high}},
                  {{wide - board, 0, 0}, {wide, deep, high}},
                  {{board, 0, 0}, {wide - board, deep, board}},
                  {{board, 0, high - board}, {wide - board, deep, high}},
                  {{board, deep - board, board}, {wide - board, deep, high - board}}};
  std::vector<Point> corners;
  std::vector<std::array<std::uint32_t, 4>> faces;
  for (const Block& own : piece.blocks) {
    const auto first = static_cast<std::uint32_t>(corners.size());
    for (const Point& p : corners_of(own)) corners.push_back(p);
    for (const auto& f : block_faces) faces.push_back({f[0] + first, f[1] + first, f[2] + first, f[3] + first});
  }
  piece.shape = mesh_of(corners, faces);
  return piece;
}

// Turned by an angle, faces that are flush are so but for rounding. `play` is between a shelf and the sides.
void check_building(const Piece& cupboard, double angle, int play) {
  const Piece front = block("door", {}, {wide, door, high});
  const Piece shelf = block("shelf", {}, {wide - 2 * board - 2 * play, deep - board, board});
  constexpr int columns = 16, rows = 6, storey = 3000, aisle = 2000;
  std::vector<Piece> pieces = {
      block("floor", {-500, -500, -200}, {columns * wide + 1000, rows * aisle + 1000, 200}),
      block("side wall", {-300, -500, 0}, {300, rows * aisle + 1000, storey}),
      block("ceiling", {-500, -500, storey}, {columns * wide + 1000, rows * aisle + 1000, 200})};
  for (int row = 0; row < rows; ++row) {
    pieces.push_back(block("wall", {0, row * aisle + deep, 0}, {columns * wide, 120, storey}));
    for (int column = 0; column < columns; ++column) {
      const Point at = {column * wide, row * aisle, 0};
      const auto put = [&](const Piece& piece, const Point& by) {
        pieces.push_back(piece);
        pieces.back().at = {at[0] + by[0], at[1] + by[1], at[2] + by[2]};
      };
      put(cupboard, {});
      put(front, {0, -door, 0});
      put(shelf, {board + play, 0, 390});
    }
  }
  ASSERT_GE(pieces.size(), 297u);
  std::map<std::pair<std::string, std::string>, int> expected;
  const auto shifted = [](const Block& b, const Point& at) {
    Block moved = b;
    for (std::size_t k = 0; k < 3; ++k) {
      moved.lo[k] += at[k];
      moved.hi[k] += at[k];
    }
    return moved;
  };
  const auto key = [&](std::size_t i) { return pieces[i].name + " " + std::to_string(1000 + i); };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      bool touch = false;
      for (const Block& a : pieces[i].blocks)
        for (const Block& b : pieces[j].blocks)
          touch = touch || meet(shifted(a, pieces[i].at), shifted(b, pieces[j].at));
      if (touch) ++expected[std::minmax(key(i), key(j))];
    }
  }
  ASSERT_GT(expected.size(), 600u);

  const double c = std::cos(angle), s = std::sin(angle);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Vec3 at = metres(pieces[i].at);
    Pose pose;
    pose.linear = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    pose.translation = {c * at.x - s * at.y, s * at.x + c * at.y, at.z};
    parts.push_back({key(i), key(i), pieces[i].shape, pose, ""});
  }
  ClashSettings settings;
  settings.contact = 1e-9;
  settings.threads = 1;
  const std::clock_t start = std::clock();
  const ClashResult found = find_clashes(parts, settings);
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%zu parts, turned by %g: %.2f s of processor time\n", parts.size(), angle, seconds);
  EXPECT_LT(seconds, 10);
  EXPECT_TRUE(found.complete);
  EXPECT_TRUE(found.undecided.empty());
  EXPECT_EQ(found.clashes.size(), expected.size());
  for (const Clash& clash : found.clashes) {
    EXPECT_EQ(clash.value, ClashClass::touching) << parts[clash.a].name << " and " << parts[clash.b].name;
    EXPECT_TRUE(expected.contains(std::minmax(parts[clash.a].name, parts[clash.b].name)))
        << parts[clash.a].name << " and " << parts[clash.b].name;
  }
}

TEST(Furniture, ThreeHundredPartsThatStandFlush) { check_building(carcass(), 0, 0); }

// Here shelves have a millimetre of play at each side.
TEST(Furniture, ThreeHundredPartsThatStandFlushInATurnedBuilding) { check_building(carcass(), 0.6435, 1); }

// And here none: no translation parts a shelf from both sides.
TEST(Furniture, ShelvesAreWedgedInATurnedBuilding) { check_building(carcass(), 0.6435, 0); }

TEST(Furniture, ShelvesAreWedgedBetweenBoardsThatTouch) { check_building(boards(), 0.6435, 0); }

// A shelf that is too wide is found, whatever the contact, as is one that is flush where nothing but exact counts.
TEST(Furniture, ShelvesThatAreTooWide) {
  const double angle = 0.6435, c = std::cos(angle), s = std::sin(angle);
  const auto part = [&](const Piece& piece, const char* name, Vec3 at, Vec3 stretch) {
    Pose pose;
    pose.linear = {Vec3{c, s, 0} * stretch.x, Vec3{-s, c, 0} * stretch.y, Vec3{0, 0, 1} * stretch.z};
    pose.translation = {c * at.x - s * at.y, s * at.x + c * at.y, at.z};
    return Part{name, name, piece.shape, pose, ""};
  };
  const double inner = (wide - 2 * board) / 1000.0;
  const Piece shelf = block("shelf", {}, {wide - 2 * board, deep - board, board});
  for (const Piece& cupboard : {carcass(), boards()})
    for (const double more : {0.0, 1e-8, 1e-6, 1e-3}) {
      const std::vector<Part> parts = {
          part(cupboard, "carcass", {7.2, 4, 0}, {1, 1, 1}),
          part(shelf, "shelf", {7.2 + board / 1000.0 - more, 4, 0.39}, {(inner + 2 * more) / inner, 1, 1})};
      for (const double contact : {0.0, 1e-9}) {
        ClashSettings settings;
        settings.contact = contact;
        const ClashResult found = find_clashes(parts, settings);
        ASSERT_EQ(found.clashes.size(), 1u);
        EXPECT_EQ(found.clashes[0].value, more > 0 || contact == 0 ? ClashClass::overlapping : ClashClass::touching)
            << more << " " << contact;
        if (more > 0) {
          EXPECT_LE(found.clashes[0].local_lower, more * 1.0001);
          EXPECT_GE(found.clashes[0].local_upper, more * 0.9999);
        }
      }
      // The tolerance allows what is at most that, and not more.
      for (const double tolerance : {1e-4, 1e-2}) {
        ClashSettings settings;
        settings.contact = 1e-9;
        settings.tolerance = tolerance;
        const ClashResult found = find_clashes(parts, settings);
        ASSERT_EQ(found.clashes.size(), 1u);
        EXPECT_EQ(found.clashes[0].value, more <= tolerance ? ClashClass::touching : ClashClass::overlapping)
            << more << " " << tolerance;
      }
    }
}

}  // namespace
}  // namespace graze
