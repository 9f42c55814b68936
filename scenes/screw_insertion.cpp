// In millimetres. An M8 bolt turns into its nut: pitch 1.25, flanks at 60 degrees to each other. The nut's thread is
// the bolt's moved outward by 0.04, which leaves 0.02 between flanks. Rows of vertices follow the helix, so that a
// screw by the pitch takes the smooth thread onto itself; chords are off it by 0.0008 (160 per turn), so that the right
// pitch is free.
//
// One per cent too much pitch drifts by 0.0125 per turn. A flank has 0.02 / cos 30 = 0.0231 along the axis, less what
// the chords of both take, at most 0.0018. The scene is a quarter turn (a pair of triangles in reach is a step of the
// search at least, and a turn has 13 million) that starts with 0.021 used up, and hits before it has used 0.0023 more
// of the 0.0031 that it drifts.
#include <cmath>

#include "scenes/motion_parts.h"

namespace graze::scenes {
namespace {

constexpr double pitch = 1.25, room = 0.04;
constexpr int around = 160;

struct Profile {
  double along, radius;  // along the axis, of a pitch
};
// Crest, flank, root, flank: a thread 0.6134 deep with flats of an eighth and a quarter of the pitch.
constexpr Profile profile[] = {{0, 4}, {0.125, 4}, {0.4375, 3.323}, {0.6875, 3.323}};
constexpr std::uint32_t rows_a_turn = 4;

double slope(std::uint32_t row) { return profile[row % rows_a_turn].along + row / rows_a_turn; }

// Rows of vertices on helices; row r after one turn is row r + rows_a_turn where it began, so that the sheet is a tube
// whose two rims are a turn of helix and the profile back down. `height` is of the first rim's lowest point.
struct Thread {
  MeshData mesh;
  std::vector<std::uint32_t> low, high;  // the rims, counter-clockwise from above; the last part lies in one direction
};

Thread thread(double height, std::uint32_t turns, double wider) {
  Thread result;
  const std::uint32_t rows = rows_a_turn * turns + 1;
  // One more column of rows, shorter by a turn at the upper end: the seam is shared.
  const auto at = [&](std::uint32_t row, std::uint32_t column) {
    return column == around ? (row + rows_a_turn) * around : row * around + column;
  };
  for (std::uint32_t row = 0; row < rows + rows_a_turn; ++row)
    for (std::uint32_t column = 0; column < around; ++column) {
      const Turn t = turn(column, around);
      const double radius = profile[row % rows_a_turn].radius + wider;
      const double z = height + pitch * (slope(row) + static_cast<double>(column) / around);
      result.mesh.vertices.push_back({radius * t.cos, radius * t.sin, z});
    }
  // Beyond the upper rim only the seam's own vertices are used; the others are taken out below.
  for (std::uint32_t row = 0; row + 1 < rows; ++row)
    for (std::uint32_t column = 0; column < around; ++column) {
      const std::uint32_t a = at(row, column), b = at(row, column + 1);
      const std::uint32_t c = at(row + 1, column + 1), d = at(row + 1, column);
      result.mesh.triangles.push_back({a, b, c});
      result.mesh.triangles.push_back({a, c, d});
    }
  const auto rim = [&](std::uint32_t row) {
    std::vector<std::uint32_t> loop;
    for (std::uint32_t column = 0; column <= around; ++column) loop.push_back(at(row, column));
    for (std::uint32_t back = rows_a_turn - 1; back > 0; --back) loop.push_back(at(row + back, 0));
    return loop;
  };
  result.low = rim(0);
  result.high = rim(rows - 1);
  return result;
}

// Leaves out the vertices that no triangle uses.
MeshData compact(const MeshData& mesh) {
  MeshData result;
  std::vector<std::uint32_t> index(mesh.vertices.size(), ~0u);
  for (Index3 triangle : mesh.triangles) {
    for (std::uint32_t& corner : triangle) {
      if (index[corner] == ~0u) {
        index[corner] = static_cast<std::uint32_t>(result.vertices.size());
        result.vertices.push_back(mesh.vertices[corner]);
      }
      corner = index[corner];
    }
    result.triangles.push_back(triangle);
  }
  return result;
}

// The tube closed by a fan at either end.
Shape bolt(double height, std::uint32_t turns) {
  Thread tube = thread(height, turns, 0);
  MeshData& mesh = tube.mesh;
  const auto centre = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({0, 0, height + 0.5 * pitch});
  mesh.vertices.push_back({0, 0, height + (turns + 0.5) * pitch});
  for (std::size_t i = 0; i < tube.low.size(); ++i) {
    const std::size_t j = (i + 1) % tube.low.size();
    mesh.triangles.push_back({centre, tube.low[j], tube.low[i]});
    mesh.triangles.push_back({centre + 1, tube.high[i], tube.high[j]});
  }
  return snapped_solid(compact(mesh));
}

// The tube inside out, in a hexagon 13 across its flats; each end is a strip from rim to rim.
Shape nut(double height, std::uint32_t turns) {
  Thread tube = thread(height, turns, room);
  MeshData& mesh = tube.mesh;
  for (Index3& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  const auto outer = static_cast<std::uint32_t>(mesh.vertices.size());
  const double ends[] = {height + 0.5 * pitch, height + (turns + 0.5) * pitch};
  for (const double z : ends)
    for (int column = 0; column < around; ++column) {
      // From the middle of the flat that is nearest in direction; 160 steps are not a multiple of six, and need not be.
      const int flat = (6 * column + around / 2) / around;
      const Turn off = turn(6 * column - flat * around, 6 * around), t = turn(column, around);
      const double radius = 6.5 / off.cos;
      mesh.vertices.push_back({radius * t.cos, radius * t.sin, z});
    }
  const auto ring = [&](int end, std::size_t i) { return outer + around * end + (i < around ? i : 0); };
  for (std::size_t i = 0; i < tube.low.size(); ++i) {
    const std::size_t j = (i + 1) % tube.low.size();
    const auto low_i = static_cast<std::uint32_t>(ring(0, i)), low_j = static_cast<std::uint32_t>(ring(0, j));
    const auto high_i = static_cast<std::uint32_t>(ring(1, i)), high_j = static_cast<std::uint32_t>(ring(1, j));
    mesh.triangles.push_back({tube.low[i], tube.low[j], low_i});
    mesh.triangles.push_back({tube.high[j], tube.high[i], high_i});
    if (i >= around) continue;
    mesh.triangles.push_back({tube.low[j], low_j, low_i});
    mesh.triangles.push_back({high_j, tube.high[j], high_i});
    mesh.triangles.push_back({low_i, low_j, high_j});
    mesh.triangles.push_back({low_i, high_j, high_i});
  }
  return snapped_solid(compact(mesh));
}

}  // namespace

MotionScene screw_insertion(const std::string& variant) {
  if (variant != "right" && variant != "wrong-pitch") unknown_variant("screw-insertion", variant);
  const bool right = variant == "right";
  MotionScene scene;
  Motion motion = screw_about({}, {0, 0, 1}, 90 * radian, pitch / 4);
  Pose start;
  if (!right) {
    motion.advance *= 1.01;
    start.translation.z = snapped(0.021);
    scene.truth = {.hit = true, .phase = 0, .earliest = 0.07, .latest = 0.75, .body = 0, .bodies = 1, .grazing = false};
  }
  scene.moving = {{"bolt", bolt(-10 * pitch, 10), start}, motion};
  scene.others = {{{"nut", nut(-2 * pitch, 5), {}}}};
  return scene;
}

}  // namespace graze::scenes
