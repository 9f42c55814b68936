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

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr int colours = 64;

void put(Float8 (&to)[3], int lane, Vec3 v) {
  to[0][lane] = float(v.x);
  to[1][lane] = float(v.y);
  to[2][lane] = float(v.z);
}

}  // namespace

template <class Work>
void WideContacts::each_touched(const Work& work) {
  parallel_for(touched_.size(), 512, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(touched_[i]);
  });
}

template <class Work>
void WideContacts::side_by_side(const Work& work) {
  parallel_for(groups_.size(), 64, threads_, [&](std::size_t begin, std::size_t end) { work(begin, end - begin); });
}

template <class Work>
void WideContacts::by_colours(const Work& work) {
  constexpr std::size_t few = 64;  // groups that are not worth sharing
  if (threads_ == 1 || groups_.size() < few) return work(std::span(groups_));
  const std::size_t shared = colour_.size() < colours ? groups_.size() : colour_.back();
  for (std::size_t i = 0; i < colour_.size(); ++i) {
    const std::size_t first = colour_[i], last = i + 1 < colour_.size() ? colour_[i + 1] : shared;
    if (last - first < few) {
      work(std::span(groups_).subspan(first, last - first));
      continue;
    }
    parallel_for(last - first, few / 2, threads_, [&](std::size_t begin, std::size_t end) {
      work(std::span(groups_).subspan(first + begin, end - begin));
    });
  }
  if (shared < groups_.size()) work(std::span(groups_).subspan(shared));
}

// The arrangement of the last tick is that of this one, as long as the same sets are there.
void WideContacts::arrange(std::span<const ContactSet> sets, std::span<const SolverBody> bodies, int threads) {
  threads_ = threads;
  loaded_ = false;
  const auto mark_of = [&](const ContactSet& set) {
    return Mark{std::uint64_t{set.a} << 32 | set.b, !(set.restitution > 0 || set.rolling > 0),
                bodies[set.a].inverse_mass > 0, bodies[set.b].inverse_mass > 0};
  };
  if (wide_.size() == bodies.size() + 1 && marks_.size() == sets.size() &&
      std::equal(sets.begin(), sets.end(), marks_.begin(),
                 [&](const ContactSet& set, const Mark& mark) { return mark_of(set) == mark; }))
    return;
  marks_.clear();
  left_.clear();
  const std::uint32_t dummy = std::uint32_t(bodies.size());
  std::vector<std::uint64_t> used(bodies.size());
  std::vector<std::vector<std::uint32_t>> of_colour(colours + 1);
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    const ContactSet& set = sets[i];
    const Mark mark = mark_of(set);
    marks_.push_back(mark);
    if (!mark.taken) {
      left_.push_back(i);
      continue;
    }
    const std::uint64_t taken = (mark.mass_a ? used[set.a] : 0) | (mark.mass_b ? used[set.b] : 0);
    const int colour = std::countr_one(taken);
    if (colour < colours) {
      if (mark.mass_a) used[set.a] |= std::uint64_t{1} << colour;
      if (mark.mass_b) used[set.b] |= std::uint64_t{1} << colour;
    }
    of_colour[std::size_t(colour)].push_back(i);
  }
  groups_.clear();
  colour_.clear();
  for (int colour = 0; colour <= colours; ++colour) {
    const std::vector<std::uint32_t>& list = of_colour[std::size_t(colour)];
    if (!list.empty() && colour < colours) colour_.push_back(groups_.size());
    // Beyond the last colour bodies may be shared: one at a time.
    const std::size_t step = colour < colours ? 8 : 1;
    for (std::size_t first = 0; first < list.size(); first += step) {
      WideGroup& group = groups_.emplace_back();
      group = WideGroup();
      for (std::size_t lane = 0; lane < 8; ++lane) {
        const bool real = lane < step && first + lane < list.size();
        group.set[lane] = real ? list[first + lane] : none;
        group.a[lane] = real ? sets[list[first + lane]].a : dummy;
        group.b[lane] = real ? sets[list[first + lane]].b : dummy;
      }
    }
  }
  gaps_.assign(groups_.size(), {});
  wide_.assign(bodies.size() + 1, {});
  std::vector<char> in(bodies.size());
  for (const WideGroup& group : groups_)
    for (int lane = 0; lane < 8; ++lane)
      for (const std::uint32_t body : {group.a[lane], group.b[lane]})
        if (body != dummy) in[body] = 1;
  touched_.clear();
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (in[i]) touched_.push_back(i);
}

void WideContacts::prepare(std::span<const ContactSet> sets, std::span<const SolverBody> bodies, bool stale_only) {
  if (groups_.empty()) return;
  load_masses(bodies);
  if (!stale_only) {
    side_by_side([&](std::size_t begin, std::size_t count) {
      constexpr std::size_t block = 16;  // groups that stay in the nearest cache
      for (std::size_t i = begin; i < begin + count; i += block) {
        const std::span<WideGroup> some = std::span(groups_).subspan(i, std::min(block, begin + count - i));
        contact_kernels().take(some, gaps_.data() + i, sets.data());
        contact_kernels().masses(some, wide_.data());
      }
    });
    return;
  }
  for (WideGroup& group : groups_) {
    bool any = false;
    for (int lane = 0; lane < 8; ++lane) {
      if (group.set[lane] == none) continue;
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

void WideContacts::measure(std::span<const SolverBody> bodies) {
  if (groups_.empty()) return;
  each_touched([&](std::uint32_t i) {
    const SolverBody& from = bodies[i];
    WideBody& to = wide_[i];
    for (int k = 0; k < 3; ++k) {
      to.moved[k] = float(from.moved[k]);
      for (int row = 0; row < 3; ++row) to.turned[3 * k + row] = float(from.turned[k][row] - (row == k ? 1 : 0));
    }
  });
  side_by_side([&](std::size_t begin, std::size_t count) {
    contact_kernels().measure(std::span(groups_).subspan(begin, count), gaps_.data() + begin, wide_.data());
  });
}

void WideContacts::load(std::span<const SolverBody> bodies) {
  each_touched([&](std::uint32_t i) {
    const SolverBody& from = bodies[i];
    WideBody& to = wide_[i];
    for (int k = 0; k < 3; ++k) {
      to.velocity[k] = float(from.velocity[k]);
      to.spin[k] = float(from.spin[k]);
    }
  });
}

void WideContacts::load_masses(std::span<const SolverBody> bodies) {
  for (const std::uint32_t i : touched_) {
    const SolverBody& from = bodies[i];
    WideBody& to = wide_[i];
    to.inverse_mass = to.same_mass = float(from.inverse_mass);
    const Mat3& m = from.inverse_inertia;
    const double inertia[6] = {m.c0.x, m.c1.y, m.c2.z, m.c1.x, m.c2.y, m.c2.x};
    for (int k = 0; k < 6; ++k) to.inertia[k] = float(inertia[k]);
  }
}

// Only what has changed, so that who was not pushed keeps its last places.
void WideContacts::store(std::span<SolverBody> bodies) {
  each_touched([&](std::uint32_t i) {
    SolverBody& to = bodies[i];
    if (to.inverse_mass == 0) return;
    const WideBody& from = wide_[i];
    for (int k = 0; k < 3; ++k) {
      to.velocity[k] += double(from.velocity[k]) - double(float(to.velocity[k]));
      to.spin[k] += double(from.spin[k]) - double(float(to.spin[k]));
    }
  });
}

void WideContacts::warm_start(std::span<SolverBody> bodies) {
  if (groups_.empty()) return;
  load(bodies);
  by_colours([&](std::span<WideGroup> groups) { contact_kernels().warm_start(groups, wide_.data()); });
  loaded_ = alone;
  if (!alone) store(bodies);
}

void WideContacts::solve(std::span<SolverBody> bodies, const SolverSettings& settings, const Softness& soft,
                         bool push) {
  if (groups_.empty()) return;
  if (!loaded_) load(bodies);
  loaded_ = false;
  WidePass pass;
  pass.substep = float(settings.substep);
  pass.rate = float(soft.rate);
  pass.mass = float(soft.mass);
  pass.give = float(soft.impulse);
  pass.push_speed = float(settings.push_speed);
  pass.push = push;
  by_colours([&](std::span<WideGroup> groups) { contact_kernels().solve(groups, wide_.data(), pass); });
  store(bodies);
}

void WideContacts::finish(std::span<ContactSet> sets) {
  side_by_side([&](std::size_t begin, std::size_t count) {
    contact_kernels().give(std::span(groups_).subspan(begin, count), sets.data());
  });
}

}  // namespace graze
