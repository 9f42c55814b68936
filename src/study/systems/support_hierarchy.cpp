// Dobkin and Kirkpatrick's hierarchy: of each layer a set of vertices is left out of which no two are joined by an edge
// and none has many edges; the hull of the rest is the next layer, smaller by a constant factor.
//
// The farthest vertex of a layer is that of the next one, or a vertex that was left out: if the farthest v of the rest
// is not the farthest of the layer, it has a neighbour farther on, which was left out; all neighbours of that one are
// of the rest, none farther than v, so that it is the top of a hill, and a convex body has one.
#include <algorithm>
#include <memory>
#include <vector>

#include "filter/local_volumes.h"
#include "graze/study_convex.h"
#include "hull/polytope.h"

namespace graze::study {

namespace {

constexpr std::uint32_t most_edges = 8;  // of a vertex that is left out
constexpr std::size_t last_layer = 8;    // layers of no more vertices are looked at one by one

// Of the layer below, by the vertices of the layer that came of it.
struct Step {
  std::vector<std::uint32_t> place;            // of each vertex in the layer below
  std::vector<std::uint32_t> first, left_out;  // its neighbours there that were left out, from first[k] to first[k + 1]
  std::vector<Vec3> points;                    // of left_out
};

}  // namespace

struct GRAZE_HIDDEN SupportHierarchy::State {
  std::vector<Step> steps;  // from the hull to the last layer
  std::vector<Vec3> last;   // vertices of the last layer
};

SupportHierarchy::SupportHierarchy(const ConvexModel& model) {
  auto state = std::make_shared<State>();
  const LocalHull* const hull = local_hull(data_of(model.shape()));
  Polytope layer = hull->polytope;
  while (layer.vertices.size() > last_layer) {
    const std::size_t count = layer.vertices.size();
    std::vector<char> out(count), near(count);
    for (std::uint32_t v = 0; v < count; ++v) {
      const std::uint32_t begin = layer.neighbour_start[v], end = layer.neighbour_start[v + 1];
      if (near[v] != 0 || end - begin > most_edges) continue;
      out[v] = 1;
      for (std::uint32_t e = begin; e < end; ++e) near[layer.neighbours[e]] = 1;
    }
    Step step;
    std::vector<Vec3> rest;
    step.first.push_back(0);
    for (std::uint32_t v = 0; v < count; ++v) {
      if (out[v] != 0) continue;
      rest.push_back(layer.vertices[v]);
      step.place.push_back(v);
      for (std::uint32_t e = layer.neighbour_start[v]; e < layer.neighbour_start[v + 1]; ++e)
        if (out[layer.neighbours[e]] != 0) {
          step.left_out.push_back(layer.neighbours[e]);
          step.points.push_back(layer.vertices[layer.neighbours[e]]);
        }
      step.first.push_back(static_cast<std::uint32_t>(step.left_out.size()));
    }
    if (rest.size() == count || rest.empty()) break;
    layer = convex_hull(rest);  // corners of a body stay corners of what is left of it, in their order
    state->steps.push_back(std::move(step));
  }
  state->last = layer.vertices;
  state_ = std::move(state);
}

std::size_t SupportHierarchy::layers() const noexcept { return state_->steps.size() + 1; }

SupportHierarchy::Found SupportHierarchy::support(Vec3 direction) const noexcept {
  Found found;
  std::uint32_t at = 0;
  double best = 0;
  for (std::uint32_t v = 0; v < state_->last.size(); ++v) {
    const double height = dot(state_->last[v], direction);
    ++found.looked_at;
    if (v > 0 && !(height > best)) continue;
    best = height;
    at = v;
    found.point = state_->last[v];
  }
  for (std::size_t layer = state_->steps.size(); layer-- > 0;) {
    const Step& step = state_->steps[layer];
    std::uint32_t next = step.place[at];
    for (std::uint32_t e = step.first[at]; e < step.first[at + 1]; ++e) {
      const double height = dot(step.points[e], direction);
      ++found.looked_at;
      if (!(height > best)) continue;
      best = height;
      next = step.left_out[e];
      found.point = step.points[e];
    }
    at = next;
  }
  found.vertex = at;
  return found;
}

}  // namespace graze::study
