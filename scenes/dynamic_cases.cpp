// Small scenes that are hard to keep apart: points on points, wedges in cracks, edges, tunnels, masses far apart.
#include <algorithm>

#include "scenes/dynamics.h"
#include "scenes/scenes.h"
#include "scenes/turn.h"

namespace graze::scenes {
namespace {

Quat turned_about(Vec3 axis, double degrees) {
  const Turn half = turn(degrees / 2, 360);
  return {axis.x * half.sin, axis.y * half.sin, axis.z * half.sin, half.cos};
}

// A thin pyramid with its point up.
Shape spike(double width, double tall) {
  return make_convex({{-width, -width, 0}, {width, -width, 0}, {width, width, 0}, {-width, width, 0}, {0, 0, tall}});
}
// With its edge along y, down.
Shape wedge(double width, double deep, double tall) {
  return make_convex({{-width, -deep, tall},
                      {width, -deep, tall},
                      {width, deep, tall},
                      {-width, deep, tall},
                      {0, -deep, 0},
                      {0, deep, 0}});
}
Shape tetrahedron(double size) {
  return make_convex({{size, size, size}, {size, -size, -size}, {-size, size, -size}, {-size, -size, size}});
}
Shape solid_cube(double half) { return make_box({half, half, half}); }

void throw_at(DynamicScene& scene, const std::string& name, const Shape& shape, Vec3 from, Vec3 velocity,
              Vec3 spin = {}) {
  DynamicBody& body = add_body(scene, name, shape, make_pose(from));
  body.settings.velocity = velocity;
  body.settings.spin = spin;
}

using Make = void (*)(DynamicScene&);
struct Case {
  const char* name;
  Make make;
};

void spikes(DynamicScene& s) {
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j) add_fixed(s, "spike", spike(0.18, 1), make_pose({0.4 * i, 0.4 * j, 0.001}));
  for (int i = 0; i < 4; ++i)
    throw_at(s, "spike", spike(0.15, 0.8), {0.1 + 0.3 * (i - 1.5), 0.13, 2.0 + i}, {0, 0, -5}, {3, 1, 2});
}
void wedges(DynamicScene& s) {
  for (int i = -3; i <= 3; ++i) add_fixed(s, "ridge", wedge(0.2, 1, -0.8), make_pose({0.42 * i, 0, 0.801}));
  for (int i = 0; i < 4; ++i)
    throw_at(s, "wedge", wedge(0.15, 0.4, 0.6), {0.42 * (i - 2) + 0.2, 0, 1.2 + 0.8 * i}, {0, 0, -10});
}
void point_on_point(DynamicScene& s) {
  add_fixed(s, "up", spike(0.2, 1), make_pose({0, 0, 0.001}));
  DynamicBody& b = add_body(s, "down", spike(0.2, 1), make_pose({0, 0, 2.5}, turned_about({1, 0, 0}, 180)));
  b.settings.velocity = {0, 0, -3};
}
void point_on_edge(DynamicScene& s) {
  add_fixed(s, "edge", wedge(0.3, 1, -0.8), make_pose({0, 0, 0.801}));
  add_body(s, "down", spike(0.2, 1), make_pose({0.001, 0, 2.5}, turned_about({1, 0, 0}, 180)));
}
void edge_on_edge(DynamicScene& s) {
  add_fixed(s, "edge", wedge(0.3, 1, -0.8), make_pose({0, 0, 0.801}));
  add_body(s, "down", wedge(0.3, 1, 0.8), make_pose({0, 0, 1.2}, turned_about({0, 0, 1}, 90)));
}
void edge_along_edge(DynamicScene& s) {
  add_fixed(s, "edge", wedge(0.3, 1, -0.8), make_pose({0, 0, 0.801}));
  add_body(s, "down", wedge(0.3, 1, 0.8), make_pose({0, 0, 1.2}));
}
void point_on_face(DynamicScene& s) { throw_at(s, "down", spike(0.2, 1), {0, 0, 3}, {0, 0, -50}, {7, 3, 0}); }
void crack(DynamicScene& s) {
  for (const double x : {-1.06, 1.06}) add_fixed(s, "block", solid_cube(1), make_pose({x, 0, 1.001}));
  throw_at(s, "wedge", wedge(0.1, 0.5, 1.5), {0, 0, 2.2}, {0, 0, -20});
}
void narrow_crack(DynamicScene& s) {
  for (const double x : {-1.002, 1.002}) add_fixed(s, "block", solid_cube(1), make_pose({x, 0, 1.001}));
  throw_at(s, "wedge", wedge(0.1, 0.5, 1.5), {0, 0, 2.2}, {0, 0, -100});
}
void plate_in_crack(DynamicScene& s) {
  for (const double x : {-1.06, 1.06}) add_fixed(s, "block", solid_cube(1), make_pose({x, 0, 1.001}));
  throw_at(s, "plate", make_box({0.05, 0.4, 0.8}), {0, 0, 3.2}, {0, 0, -10}, {0, 0.2, 0});
}
void cliff(DynamicScene& s) {
  add_fixed(s, "cliff", solid_cube(1), make_pose({0, 0, 1.001}));
  throw_at(s, "slider", make_box({0.3, 0.3, 0.1}), {0, 0, 2.11}, {3, 0, 0});
}
void cliff_corner(DynamicScene& s) {
  add_fixed(s, "cliff", solid_cube(1), make_pose({0, 0, 1.001}));
  throw_at(s, "slider", make_box({0.3, 0.3, 0.1}), {0.6, 0.6, 2.11}, {1.5, 1.5, 0}, {0, 0, 4});
}
void inner_edges(DynamicScene& s) {
  for (int i = 0; i < 10; ++i) add_fixed(s, "tile", make_box({0.5, 1, 0.25}), make_pose({1.0001 * i, 0, 0.251}));
  throw_at(s, "slider", make_box({0.3, 0.3, 0.1}), {0, 0, 0.605}, {8, 0, 0});
}
void inner_edges_mesh(DynamicScene& s) {
  MeshData mesh;
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j <= 8; ++j) mesh.vertices.push_back({i - 4.0, j - 4.0, 0.01});
  for (std::uint32_t i = 0; i < 8; ++i)
    for (std::uint32_t j = 0; j < 8; ++j) {
      const std::uint32_t p = 9 * i + j;
      mesh.triangles.push_back({p, p + 9, p + 10});
      mesh.triangles.push_back({p, p + 10, p + 1});
    }
  add_fixed(s, "sheet", make_mesh(mesh.vertices, mesh.triangles), make_pose({0, 0, 0}));
  throw_at(s, "slider", make_box({0.3, 0.3, 0.1}), {-3, 0.1, 0.12}, {5, 0.3, 0});
}
void tunnel(DynamicScene& s) {
  for (const double x : {-0.32, 0.32}) add_fixed(s, "side", make_box({0.1, 2, 0.4}), make_pose({x, 0, 0.401}));
  add_fixed(s, "roof", make_box({0.42, 2, 0.1}), make_pose({0, 0, 0.903}));
  throw_at(s, "train", make_box({0.2, 0.6, 0.2}), {0, -4, 0.31}, {0, 30, 0});
}
void thin_wall(DynamicScene& s) {
  add_fixed(s, "wall", make_box({2, 0.001, 2}), make_pose({0, 0, 2.001}));
  throw_at(s, "bullet", make_sphere(0.02), {0, -5, 1}, {0, 600, 0});
}
void two_bullets(DynamicScene& s) {
  throw_at(s, "bullet", make_sphere(0.02), {0, -5, 1}, {0, 600, 0});
  throw_at(s, "bullet", make_sphere(0.02), {0.01, 5, 1}, {0, -600, 0});
}
void bullet_plate(DynamicScene& s) {
  throw_at(s, "plate", make_box({0.5, 0.002, 0.5}), {0, 0, 0.55}, {});
  throw_at(s, "bullet", spike(0.01, 0.06), {0, -5, 0.6}, {0, 300, 0}, {0, 0, 100});
}
void mass_ratio(DynamicScene& s) {
  add_body(s, "light", solid_cube(0.5), make_pose({0, 0, 0.506}), 1);
  add_body(s, "heavy", solid_cube(0.5), make_pose({0, 0, 2}), 1e6);
}
void mass_ratio_up(DynamicScene& s) {
  add_body(s, "heavy", solid_cube(0.5), make_pose({0, 0, 0.506}), 1e6);
  add_body(s, "light", solid_cube(0.5), make_pose({0, 0, 2}), 1);
}
void heavy_drop(DynamicScene& s) {
  for (int i = 0; i < 4; ++i) add_body(s, "light", solid_cube(0.25), make_pose({0, 0, 0.254 + 0.506 * i}), 100);
  throw_at(s, "heavy", solid_cube(0.5), {0.1, 0, 6}, {0, 0, -40});
}
void lever(DynamicScene& s) {
  add_fixed(s, "pivot", wedge(0.2, 0.5, -0.4), make_pose({0, 0, 0.401}));
  add_body(s, "beam", make_box({2, 0.2, 0.05}), make_pose({0, 0, 0.47}), 500);
  add_body(s, "weight", solid_cube(0.2), make_pose({1.7, 0, 0.73}), 1000);
  throw_at(s, "drop", solid_cube(0.3), {-1.6, 0, 4}, {0, 0, -10});
}
void lever_arm(DynamicScene& s) {
  throw_at(s, "rod", make_box({3, 0.05, 0.05}), {0, 0, 1}, {}, {0, 30, 0});
  for (int i = 0; i < 3; ++i) add_body(s, "cube", solid_cube(0.2), make_pose({1.2 + 0.6 * i, 0, 0.203}), 500);
}
void bat(DynamicScene& s) {
  DynamicBody& club = add_fixed(s, "bat", make_box({1, 0.06, 0.06}), make_pose({0, 0, 1.2}));
  club.settings.role = BodyRole::kinematic;
  club.settings.spin = {0, 0, 25};
  throw_at(s, "ball", make_sphere(0.1), {0.8, -1.5, 1.2}, {0, 20, 1});
}
void press(DynamicScene& s) {
  DynamicBody& ram = add_fixed(s, "ram", solid_cube(0.5), make_pose({0, 0, 3}));
  ram.settings.role = BodyRole::kinematic;
  ram.settings.velocity = {0, 0, -1};
  add_body(s, "squeezed", solid_cube(0.4), make_pose({0, 0, 0.41}), 500);
}
void tetrahedra(DynamicScene& s) {
  for (int i = 0; i < 12; ++i)
    throw_at(s, "tetrahedron", tetrahedron(0.25), {0.3 * (i % 3), 0.3 * (i / 3 % 2), 0.6 + 0.7 * i}, {0, 0, -5},
             {1, 2, 3});
}
void tetrahedra_corner(DynamicScene& s) {
  add_fixed(s, "side", make_box({0.1, 2, 2}), make_pose({-0.61, 0, 2.001}));
  add_fixed(s, "back", make_box({2, 0.1, 2}), make_pose({1.5, -0.61, 2.001}));
  for (int i = 0; i < 8; ++i)
    throw_at(s, "tetrahedron", tetrahedron(0.25), {0.1, 0.1, 0.6 + 0.8 * i}, {-4, -4, -2}, {1, -2, 3});
}
void needle(DynamicScene& s) {
  throw_at(s, "needle", make_box({0.002, 0.002, 0.5}), {0, 0, 2}, {0, 0, -80}, {20, 0, 0});
  add_body(s, "plank", make_box({0.5, 0.5, 0.01}), make_pose({0, 0, 0.3}), 500);
}
void stacked_plates(DynamicScene& s) {
  for (int i = 0; i < 10; ++i)
    add_body(s, "plate", make_box({0.5, 0.5, 0.005}), make_pose({0, 0, 0.006 + 0.0105 * i}), 1000);
  throw_at(s, "hammer", solid_cube(0.2), {0, 0, 3}, {0, 0, -60});
}
void spinning_rods(DynamicScene& s) {
  throw_at(s, "rod", make_box({1, 0.03, 0.03}), {0, 0, 1.2}, {}, {0, 0, 60});
  throw_at(s, "rod", make_box({0.03, 1, 0.03}), {0.5, 1.2, 1.23}, {-2, 0, 0}, {0, 0, -60});
}
void ball_pit(DynamicScene& s) {
  for (int i = 0; i < 24; ++i)
    throw_at(s, "ball", make_sphere(0.15), {0.31 * (i % 3), 0.31 * (i / 3 % 2), 0.2 + 0.31 * (i / 6)}, {});
  throw_at(s, "shot", make_sphere(0.1), {-6, 0.1, 0.4}, {200, 0, 0});
}
void capsules(DynamicScene& s) {
  for (int i = 0; i < 10; ++i)
    throw_at(s, "capsule", make_capsule(0.08, 0.3), {0.05 * i, 0.02 * i, 0.5 + 0.8 * i}, {0, 0, -3}, {3, 0.5 * i, 0});
}
void ring_on_pole(DynamicScene& s) {
  add_fixed(s, "pole", make_box({0.1, 0.1, 1}), make_pose({0, 0, 1.001}));
  MeshData ring = torus(120);
  for (Vec3& v : ring.vertices) v = v * 0.4;
  throw_at(s, "ring", make_mesh(ring.vertices, ring.triangles, {.solid = true, .tags = {}, .margin = 0}), {0, 0, 2.3},
           {0.3, 0, 0}, {0.5, 0, 3});
}
void mesh_on_terrain(DynamicScene& s) {
  std::vector<double> heights;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) heights.push_back(0.25 + 0.2 * ((i * 5 + j * 3) % 4) / 4);
  add_fixed(s, "terrain", make_terrain(8, 8, 0.5, 0.5, heights), make_pose({-1.75, -1.75, 0}));
  for (int i = 0; i < 4; ++i)
    throw_at(s, "block", make_box({0.2, 0.15, 0.1}), {0.4 * i - 0.6, 0.2, 1 + 0.3 * i}, {0, 0, -6}, {1, 2, 0});
}

// A pile of logs between two posts, and one that rolls into it.
void logs(DynamicScene& s) {
  const Shape log = make_cylinder(0.2, 1);
  const Quat lie = turned_about({1, 0, 0}, 90);
  for (const double x : {-0.862, 0.862}) add_fixed(s, "post", make_box({0.05, 1, 0.3}), make_pose({x, 0, 0.301}));
  for (int row = 0; row < 3; ++row)
    for (int i = row; i < 4; ++i)
      add_body(s, "log", log, make_pose({-0.6 + 0.404 * (i - 0.5 * row) - 0.006, 0, 0.204 + 0.352 * row}, lie), 700);
  DynamicBody& rolling = add_body(s, "rolling", log, make_pose({-4, 0, 0.204}, lie), 700);
  rolling.settings.velocity = {6, 0, 0};
  rolling.settings.spin = {0, 30, 0};
}
void heavy_columns(DynamicScene& s) {
  const Shape drum = make_cylinder(0.25, 0.2);
  for (int column = 0; column < 3; ++column)
    for (int i = 0; i < 5; ++i) add_body(s, "drum", drum, make_pose({column * 0.8 - 0.8, 0, 0.205 + 0.405 * i}), 2000);
  throw_at(s, "shot", make_ellipsoid({0.2, 0.1, 0.1}), {-6, 0.05, 1.4}, {40, 0, 1}, {50, 0, 0});
}
void cones(DynamicScene& s) {
  const Shape cone = make_cone(0.25, 0.3);
  for (int i = 0; i < 4; ++i) add_body(s, "cone", cone, make_pose({0.6 * i - 0.9, 0, 0.305}), 500);
  for (int i = 0; i < 4; ++i)
    throw_at(s, "cone", cone, {0.55 * i - 0.8, 0.1, 1.4 + 0.2 * i}, {0, 0, -4}, {4.0 * i - 6, 3, 1});
}
void ellipsoids(DynamicScene& s) {
  for (const int side : {-1, 1}) {
    add_fixed(s, "wall", make_box({0.1, 1, 0.5}), make_pose({side * 1.11, 0, 0.501}));
    add_fixed(s, "wall", make_box({1, 0.1, 0.5}), make_pose({0, side * 1.11, 0.501}));
  }
  const Vec3 radii[] = {{0.3, 0.2, 0.1}, {0.15, 0.15, 0.3}, {0.25, 0.25, 0.1}};
  for (int i = 0; i < 12; ++i)
    throw_at(s, "egg", make_ellipsoid(radii[i % 3]), {0.6 * (i % 3) - 0.6, 0.6 * (i / 3 % 2) - 0.3, 0.8 + 0.35 * i},
             {0, 0, -2}, {1.0 * i - 5, 2, 1});
}
// Boxes and hulls with round corners.
void rounded(DynamicScene& s) {
  const Shape box = with_margin(make_box({0.2, 0.15, 0.1}), 0.05), hull = with_margin(tetrahedron(0.2), 0.04);
  for (int i = 0; i < 6; ++i) add_body(s, "box", box, make_pose({0, 0, 0.152 + 0.303 * i}), 500);
  for (int i = 0; i < 4; ++i) throw_at(s, "hull", hull, {-1.5 - i, 0.1, 0.8 + 0.3 * i}, {10, 0, 1}, {2, 3, 1.0 * i});
}
// A head of a cylinder and a handle of a capsule, one body.
void hammers(DynamicScene& s) {
  const Shape hammer = make_compound({{make_cylinder(0.12, 0.25), make_pose({0, 0, 0.6}, turned_about({1, 0, 0}, 90))},
                                      {make_capsule(0.03, 0.25), make_pose({0, 0, 0.2})}});
  for (int i = 0; i < 4; ++i)
    throw_at(s, "hammer", hammer, {0.5 * i - 0.75, 0, 0.4 + 0.8 * i}, {0, 0, -3}, {6.0 - 3 * i, 2.0 * i, 1});
}

constexpr Case cases[] = {{"spikes", spikes},
                          {"wedges", wedges},
                          {"point_on_point", point_on_point},
                          {"point_on_edge", point_on_edge},
                          {"edge_on_edge", edge_on_edge},
                          {"edge_along_edge", edge_along_edge},
                          {"point_on_face", point_on_face},
                          {"crack", crack},
                          {"narrow_crack", narrow_crack},
                          {"plate_in_crack", plate_in_crack},
                          {"cliff", cliff},
                          {"cliff_corner", cliff_corner},
                          {"inner_edges", inner_edges},
                          {"inner_edges_mesh", inner_edges_mesh},
                          {"tunnel", tunnel},
                          {"thin_wall", thin_wall},
                          {"two_bullets", two_bullets},
                          {"bullet_plate", bullet_plate},
                          {"mass_ratio", mass_ratio},
                          {"mass_ratio_up", mass_ratio_up},
                          {"heavy_drop", heavy_drop},
                          {"lever", lever},
                          {"lever_arm", lever_arm},
                          {"bat", bat},
                          {"press", press},
                          {"tetrahedra", tetrahedra},
                          {"tetrahedra_corner", tetrahedra_corner},
                          {"needle", needle},
                          {"stacked_plates", stacked_plates},
                          {"spinning_rods", spinning_rods},
                          {"ball_pit", ball_pit},
                          {"capsules", capsules},
                          {"ring_on_pole", ring_on_pole},
                          {"mesh_on_terrain", mesh_on_terrain},
                          {"logs", logs},
                          {"columns", heavy_columns},
                          {"cones", cones},
                          {"ellipsoids", ellipsoids},
                          {"rounded", rounded},
                          {"hammers", hammers}};

}  // namespace

const std::vector<std::string>& dynamic_case_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Case& one : cases) all.emplace_back(one.name);
    return all;
  }();
  return names;
}

DynamicScene unit_case(const std::string& name) {
  for (const Case& one : cases) {
    if (name != one.name) continue;
    DynamicScene scene;
    scene.name = scene.about = name;
    add_floor(scene);
    one.make(scene);
    return scene;
  }
  std::string known;
  for (const std::string& other : dynamic_scene_names()) known += (known.empty() ? "" : ", ") + other;
  for (const std::string& other : dynamic_case_names())
    if (known.find(other) == std::string::npos) known += ", " + other;
  throw Error("there is no scene '" + name + "'; there are: " + known);
}

}  // namespace graze::scenes
