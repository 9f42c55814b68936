#include "response/wide_contacts.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string_view>

#include "base/executor.h"

namespace graze {

// The kernels, by instruction set.
#define GRAZE_CONTACT_KERNELS(which)                                                                       \
  namespace which {                                                                                        \
  void solve_groups(std::span<WideGroup> groups, WideBody* bodies, const WidePass& pass) noexcept;         \
  void warm_start_groups(std::span<WideGroup> groups, WideBody* bodies) noexcept;                          \
  void take_rows(std::span<WideGroup> groups, WideGaps* gaps, const ContactSet* sets) noexcept;            \
  void find_masses(std::span<WideGroup> groups, const WideBody* bodies) noexcept;                          \
  void measure_groups(std::span<WideGroup> groups, const WideGaps* gaps, const WideBody* bodies) noexcept; \
  void give_rows(std::span<const WideGroup> groups, ContactSet* sets) noexcept;                            \
  constexpr ContactKernels kernels{                                                                        \
      solve_groups, warm_start_groups, take_rows, find_masses, measure_groups, give_rows};                 \
  }

namespace {

struct ContactKernels {
  void (*solve)(std::span<WideGroup> groups, WideBody* bodies, const WidePass& pass) noexcept;
  void (*warm_start)(std::span<WideGroup> groups, WideBody* bodies) noexcept;
  void (*take)(std::span<WideGroup> groups, WideGaps* gaps, const ContactSet* sets) noexcept;
  void (*masses)(std::span<WideGroup> groups, const WideBody* bodies) noexcept;
  void (*measure)(std::span<WideGroup> groups, const WideGaps* gaps, const WideBody* bodies) noexcept;
  void (*give)(std::span<const WideGroup> groups, ContactSet* sets) noexcept;
};

}  // namespace

GRAZE_CONTACT_KERNELS(contacts_plain)
#if GRAZE_X86
GRAZE_CONTACT_KERNELS(contacts_avx2)
GRAZE_CONTACT_KERNELS(contacts_avx512)
#endif
#undef GRAZE_CONTACT_KERNELS

namespace {

// All give the same bits; GRAZE_ISA asks for a lesser one.
const ContactKernels& contact_kernels() {
#if GRAZE_X86
  static const ContactKernels* const chosen = [] {
    const char* given = std::getenv("GRAZE_ISA");
    const std::string_view asked = given == nullptr ? "" : given;
    if (asked == "scalar" || !__builtin_cpu_supports("avx2")) return &contacts_plain::kernels;
    if (asked == "avx2" || !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512bw"))
      return &contacts_avx2::kernels;
    return &contacts_avx512::kernels;
  }();
  return *chosen;
#else
  return contacts_plain::kernels;
#endif
}

constexpr std::uint32_t no_contact = ~std::uint32_t{0};

void put(Float8 (&to)[3], int lane, Vec3 v) {
  to[0][lane] = float(v.x);
  to[1][lane] = float(v.y);
  to[2][lane] = float(v.z);
}

WidePass pass_of(const SolverSettings& settings, const Softness& soft, bool push) {
  WidePass pass;
  pass.substep = float(settings.substep);
  pass.rate = float(soft.rate);
  pass.mass = float(soft.mass);
  pass.give = float(soft.impulse);
  pass.push_speed = float(settings.push_speed);
  pass.push = push;
  return pass;
}

}  // namespace

template <class Work>
void WideContacts::each_block(const Work& work) {
  parallel_for(blocks_.size(), 1, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(blocks_[i]);
  });
}

template <class Work>
void WideContacts::each_place(const Work& work) {
  parallel_for(order_.size(), 512, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(std::uint32_t(i), order_[i]);
  });
}

template <class Work>
void WideContacts::side_by_side(const Work& work) {
  parallel_for(groups_.size(), 64, threads_, [&](std::size_t begin, std::size_t end) { work(begin, end - begin); });
}

template <class Work>
void WideContacts::by_colours(const Work& work) {
  constexpr std::size_t few = 64;  // groups that are not worth sharing
  if (threads_ == 1 || groups_.size() - seam_ < few) return work(std::span(groups_).subspan(seam_));
  for (std::size_t i = 0; i < colour_.size(); ++i) {
    const std::size_t first = colour_[i], last = i + 1 < colour_.size() ? colour_[i + 1] : shared_;
    if (last - first < few) {
      work(std::span(groups_).subspan(first, last - first));
      continue;
    }
    parallel_for(last - first, few / 2, threads_, [&](std::size_t begin, std::size_t end) {
      work(std::span(groups_).subspan(first + begin, end - begin));
    });
  }
  if (shared_ < groups_.size()) work(std::span(groups_).subspan(shared_));
}

void WideContacts::load(std::uint32_t place, const SolverBody& body) {
  WideBody& to = wide_[place];
  for (int k = 0; k < 3; ++k) {
    to.velocity[k] = float(body.velocity[k]);
    to.spin[k] = float(body.spin[k]);
  }
}

void WideContacts::load_masses(std::uint32_t place, const SolverBody& body) {
  WideBody& to = wide_[place];
  to.inverse_mass = to.same_mass = float(body.inverse_mass);
  const Mat3& m = body.inverse_inertia;
  const double inertia[6] = {m.c0.x, m.c1.y, m.c2.z, m.c1.x, m.c2.y, m.c2.x};
  for (int k = 0; k < 6; ++k) to.inertia[k] = float(inertia[k]);
}

void WideContacts::load_move(std::uint32_t place, const SolverBody& body) {
  WideBody& to = wide_[place];
  for (int k = 0; k < 3; ++k) {
    to.moved[k] = float(body.moved[k]);
    for (int row = 0; row < 3; ++row) to.turned[3 * k + row] = float(body.turned[k][row] - (row == k ? 1 : 0));
  }
}

// Only what has changed, so that who was not pushed keeps its last places.
void WideContacts::store(std::uint32_t place, SolverBody& body) const {
  if (body.inverse_mass == 0) return;
  const WideBody& from = wide_[place];
  for (int k = 0; k < 3; ++k) {
    body.velocity[k] += double(from.velocity[k]) - double(float(body.velocity[k]));
    body.spin[k] += double(from.spin[k]) - double(float(body.spin[k]));
  }
}

void WideContacts::prepare(std::span<const ContactSet> sets, std::span<const SolverBody> bodies) {
  if (groups_.empty()) return;
  each_place([&](std::uint32_t place, std::uint32_t body) {
    load(place, bodies[body]);
    load_masses(place, bodies[body]);
    load_move(place, bodies[body]);
  });
  side_by_side([&](std::size_t begin, std::size_t count) {
    constexpr std::size_t block = 16;  // groups that stay in the nearest cache
    for (std::size_t i = begin; i < begin + count; i += block) {
      const std::span<WideGroup> some = std::span(groups_).subspan(i, std::min(block, begin + count - i));
      contact_kernels().take(some, gaps_.data() + i, sets.data());
      contact_kernels().masses(some, wide_.data());
    }
  });
}

void WideContacts::refresh_groups(std::span<WideGroup> groups, std::span<const ContactSet> sets,
                                  std::span<const SolverBody> bodies) {
  for (WideGroup& group : groups) {
    bool any = false;
    for (int lane = 0; lane < 8; ++lane) {
      if (group.set[lane] == no_contact) continue;
      const ContactSet& set = sets[group.set[lane]];
      const SolverBody &a = bodies[set.a], &b = bodies[set.b];
      if (!a.stale && !b.stale) continue;
      any = true;
      const auto into = [&](Vec3 v) { return Vec3{dot(set.normal, v), dot(set.side_1, v), dot(set.side_2, v)}; };
      const Vec3 out_a{set.radius_a, 0, 0}, out_b{set.radius_b, 0, 0};
      for (int i = 0; i < set.count; ++i) {
        put(group.rows[i].arm_a, lane, into(a.turned * vector_of(set.rows[i].core_a)) + out_a);
        put(group.rows[i].arm_b, lane, into(b.turned * vector_of(set.rows[i].core_b)) - out_b);
      }
    }
    if (any) contact_kernels().masses({&group, 1}, wide_.data());
  }
}

void WideContacts::refresh(std::span<const ContactSet> sets, std::span<const SolverBody> bodies) {
  for (std::uint32_t place = 0; place < order_.size(); ++place)
    if (bodies[order_[place]].stale) load_masses(place, bodies[order_[place]]);
  refresh_groups(groups_, sets, bodies);
}

void WideContacts::measure_groups(std::size_t first, std::size_t last) {
  contact_kernels().measure(std::span(groups_).subspan(first, last - first), gaps_.data() + first, wide_.data());
}

void WideContacts::measure(std::span<const SolverBody> bodies) {
  each_place([&](std::uint32_t place, std::uint32_t body) { load_move(place, bodies[body]); });
  side_by_side([&](std::size_t begin, std::size_t count) { measure_groups(begin, begin + count); });
}

void WideContacts::warm_start(std::span<SolverBody> bodies) {
  if (groups_.empty()) return;
  const auto warm = [&](std::span<WideGroup> groups) { contact_kernels().warm_start(groups, wide_.data()); };
  each_place([&](std::uint32_t place, std::uint32_t body) { load(place, bodies[body]); });
  each_block([&](const WideBlock& block) { warm(groups_of(block)); });
  by_colours(warm);
  each_place([&](std::uint32_t place, std::uint32_t body) { store(place, bodies[body]); });
}

void WideContacts::solve(std::span<SolverBody> bodies, const SolverSettings& settings, const Softness& soft,
                         bool push) {
  if (groups_.empty()) return;
  const WidePass pass = pass_of(settings, soft, push);
  const auto solve = [&](std::span<WideGroup> groups) { contact_kernels().solve(groups, wide_.data(), pass); };
  each_place([&](std::uint32_t place, std::uint32_t body) { load(place, bodies[body]); });
  if (!push) by_colours(solve);
  each_block([&](const WideBlock& block) { solve(groups_of(block)); });
  if (push) by_colours(solve);
  each_place([&](std::uint32_t place, std::uint32_t body) { store(place, bodies[body]); });
}

// The impulses of the seam are given to its bodies apart, as their blocks are not there yet.
void WideContacts::kick() {
  if (seam_ == groups_.size()) return;
  for (const std::uint32_t place : edge_) {
    WideBody& kick = kicks_[place];
    kick = {};
    kick.inverse_mass = wide_[place].inverse_mass;
  }
  by_colours([&](std::span<WideGroup> groups) { contact_kernels().warm_start(groups, kicks_.data()); });
}

void WideContacts::run(std::span<const ContactSet> sets, std::span<SolverBody> bodies, const SolverSettings& settings,
                       const Softness& soft, int substeps, int iterations) {
  const WidePass push = pass_of(settings, soft, true), relax = pass_of(settings, soft, false);
  const auto solve = [&](const WidePass& pass) {
    return [&](std::span<WideGroup> groups) { contact_kernels().solve(groups, wide_.data(), pass); };
  };
  const auto body_at = [&](std::uint32_t place) -> SolverBody& { return bodies[order_[place]]; };
  const auto move_on = [&](std::uint32_t place) {
    SolverBody& body = body_at(place);
    store(place, body);
    integrate_place(body, settings.substep);
    if (body.stale) load_masses(place, body);
    load(place, body);
    load_move(place, body);
  };
  bool driven_stale = false;  // of what has no mass and moves
  const auto settle = [&](const WideBlock& block) {
    for (std::uint32_t i = block.first_body; i < block.edge; ++i) move_on(i);
    bool stale = driven_stale;
    for (std::uint32_t i = block.first_body; i < block.last_body; ++i) stale = stale || body_at(i).stale;
    if (stale) refresh_groups(groups_of(block), sets, bodies);
    for (std::uint32_t i = block.first_body; i < block.last_body; ++i) body_at(i).stale = false;
    measure_groups(block.first_group, block.last_group);
  };
  const auto end = [&](const WideBlock& block) {
    if (iterations == 1) settle(block);
    solve(relax)(groups_of(block));
    for (std::uint32_t i = block.first_body; i < block.last_body; ++i) store(i, body_at(i));
  };
  const auto begin = [&](const WideBlock& block) {
    for (std::uint32_t i = block.first_body; i < block.last_body; ++i) {
      integrate_velocity(body_at(i), settings);
      load(i, body_at(i));
    }
    for (std::uint32_t i = block.edge; i < block.last_body; ++i)
      for (int k = 0; k < 3; ++k) {
        wide_[i].velocity[k] += kicks_[i].velocity[k];
        wide_[i].spin[k] += kicks_[i].spin[k];
      }
    contact_kernels().warm_start(groups_of(block), wide_.data());
    solve(push)(groups_of(block));
  };
  const auto move_edge = [&] {
    parallel_for(edge_.size(), 128, threads_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) move_on(edge_[i]);
    });
    driven_stale = false;
    for (std::uint32_t i = with_mass_; i < order_.size(); ++i) {
      if (!body_at(i).moves) continue;
      body_at(i).stale = false;
      move_on(i);
      driven_stale = driven_stale || body_at(i).stale;
    }
    bool stale = driven_stale;
    for (const std::uint32_t i : edge_) stale = stale || body_at(i).stale;
    if (stale) refresh_groups(std::span(groups_).subspan(seam_), sets, bodies);
    measure_groups(seam_, groups_.size());
  };
  kick();
  for (int step = 0; step < substeps; ++step) {
    each_block([&](const WideBlock& block) {
      if (step > 0) end(block);
      begin(block);
    });
    by_colours(solve(push));
    for (int i = 1; i < iterations; ++i) {
      each_block([&](const WideBlock& block) { solve(push)(groups_of(block)); });
      by_colours(solve(push));
    }
    move_edge();
    by_colours(solve(relax));
    for (int i = 1; i < iterations; ++i) {
      each_block([&](const WideBlock& block) {
        if (i == 1) settle(block);
        solve(relax)(groups_of(block));
      });
      by_colours(solve(relax));
    }
    kick();
  }
  each_block(end);
  parallel_for(alone_.size(), 128, threads_, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (int step = 0; step < substeps; ++step) {
        integrate_velocity(bodies[alone_[i]], settings);
        integrate_place(bodies[alone_[i]], settings.substep);
      }
  });
}

void WideContacts::give(std::span<ContactSet> sets, FunctionRef<void(std::span<const WideGroup>)> after) {
  side_by_side([&](std::size_t begin, std::size_t count) {
    constexpr std::size_t block = 16;  // groups whose sets stay in the nearest cache
    for (std::size_t i = begin; i < begin + count; i += block) {
      const std::span<const WideGroup> some = std::span(groups_).subspan(i, std::min(block, begin + count - i));
      contact_kernels().give(some, sets.data());
      after(some);
    }
  });
}

}  // namespace graze
