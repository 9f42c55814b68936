// Prints one hash for each floating-point state of the host: of posed vertices as this translation unit gets them, and
// of the answers to many questions. Built several times with flags that change arithmetic (cmake/contract.cmake); every
// hash of every build must be the same. All numbers are made of integers, so that no flag can change the questions.
#include <graze/graze.h>

#include <bit>
#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstring>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace {

using namespace graze;

struct Dice {
  std::uint64_t state = 0x9e3779b97f4a7c15u;
  std::uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  // A multiple of 2^-20 from -1 to 1, with a few small and a few large ones.
  double number() {
    const auto integer = std::int64_t(next() % (std::uint64_t{1} << 21)) - (std::int64_t{1} << 20);
    const std::uint64_t kind = next() % 16;
    const int exponent = kind == 0 ? -320 : kind == 1 ? -60 : kind == 2 ? 8 : -20;
    // An exact scaling without arithmetic that could be fused: bits of a power of two, and one product.
    const double power = std::bit_cast<double>(std::uint64_t(1023 + exponent) << 52);
    return double(integer) * power;
  }
  Vec3 vector() { return {number(), number(), number()}; }
  std::size_t below(std::size_t count) { return std::size_t(next() % count); }
};

struct Hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(std::uint64_t word) { value = std::rotl((value ^ word) * 0x100000001b3u, 17); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(Vec3 v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
};

Pose random_pose(Dice& dice) {
  static constexpr Quat turns[] = {{0, 0, 0, 1},         {0.6, 0, 0, 0.8},      {0.36, 0.48, 0, 0.8},
                                   {0.5, 0.5, 0.5, 0.5}, {0.1, 0.7, -0.1, 0.7}, {-0.48, 0.6, 0.64, 0},
                                   {0.2, 0.4, 0.4, 0.8}, {0.28, 0.96, 0, 0}};
  const Vec3 at = dice.vector();
  if (dice.below(3) == 0) {
    const Vec3 x = dice.vector(), y = dice.vector(), z = dice.vector();
    const Pose sheared{{x, y, z}, at};
    if (fault(sheared) == PoseFault::none) return sheared;
  }
  return make_pose(at, turns[dice.below(std::size(turns))]);
}

Shape random_shape(Dice& dice) {
  switch (dice.below(7)) {
    case 0:
      return make_box({0.5, 0.25, 0.75});
    case 1:
      return make_sphere(0.5);
    case 2:
      return make_capsule(0.25, 0.5);
    case 3:
      return make_cylinder(0.375, 0.5);
    case 4: {
      std::vector<Vec3> corners;
      for (int i = 0; i < 12; ++i) corners.push_back(dice.vector());
      return make_convex(corners);
    }
    case 5:
      return make_halfspace({0.36, 0.48, 0.8}, -0.25);
    default: {
      std::vector<Vec3> corners;
      for (int i = 0; i < 30; ++i) corners.push_back(dice.vector());
      return make_soup(corners);
    }
  }
}

// With the numbers only where they are asked for.
std::uint64_t hash_of_answers() {
  Hash hash;
  Dice dice;
  for (int round = 0; round < 1500; ++round) {
    const Pose pose = random_pose(dice);
    const Vec3 local = dice.vector();
    hash.add(pose * local);
    hash.add((pose * random_pose(dice)).translation);
    const Body a{random_shape(dice), pose}, b{random_shape(dice), random_pose(dice)};
    const CollideResult met = collide(a, b, {.all = true});
    hash.add(std::uint64_t(met.status) * 2 + (met.yes() ? 1 : 0));
    for (const TrianglePair& pair : met.pairs) hash.add(std::uint64_t(pair.a) << 32 | pair.b);
    const DistanceResult apart = find_distance(a, b);
    hash.add(std::uint64_t(apart.status));
    hash.add(apart.distance);
    hash.add(apart.bound);
    hash.add(apart.point_a);
    hash.add(apart.normal);
    const WithinResult near = within(a, b, 0.125);
    hash.add(std::uint64_t(near.status) * 2 + (near.yes() ? 1 : 0));
    const RayResult hit = cast(a, {dice.vector(), dice.vector()});
    hash.add(std::uint64_t(hit.status) * 2 + (hit.yes() ? 1 : 0));
    hash.add(hit.closest.t);
    hash.add(hit.closest.normal);
    hash.add(std::uint64_t(classify(a, b).answer));
    const InsideResult in = inside(a, dice.vector());
    hash.add(std::uint64_t(in.status) * 4 + std::uint64_t(in.answer));
    if (round % 8 != 0) continue;
    const PenetrationResult deep = find_penetration(a, b);
    hash.add(std::uint64_t(deep.status));
    hash.add(deep.vector);
    hash.add(deep.lower);
    for (const Contact& contact : find_contacts(a, b, {.tolerance = 0.015625}).contacts) {
      hash.add(contact.point);
      hash.add(contact.normal);
      hash.add(contact.depth);
    }
    const MoveResult moved = move(a, translation_by(dice.vector()), std::vector<MovingBody>{{b, {}}});
    hash.add(std::uint64_t(moved.status) * 2 + (moved.yes() ? 1 : 0));
    hash.add(moved.lower);
    hash.add(moved.upper);
  }
  return hash.value;
}

// Subnormal numbers are taken for 0, on the way in and on the way out.
void flush_subnormals([[maybe_unused]] bool on) {
#if defined(__x86_64__)
  _mm_setcsr(on ? _mm_getcsr() | 0x8040u : _mm_getcsr() & ~0x8040u);
#elif defined(__aarch64__)
  std::uint64_t state = 0;
  asm volatile("mrs %0, fpcr" : "=r"(state));
  state = on ? state | (std::uint64_t{1} << 24) : state & ~(std::uint64_t{1} << 24);
  asm volatile("msr fpcr, %0" : : "r"(state));
#endif
}

}  // namespace

int main() {
  struct Rounding {
    int mode;
    const char* name;
  };
  constexpr Rounding roundings[] = {
      {FE_TONEAREST, "nearest"}, {FE_UPWARD, "upward"}, {FE_DOWNWARD, "downward"}, {FE_TOWARDZERO, "to zero"}};
  std::uint64_t first = 0;
  bool same = true;
  for (const Rounding& rounding : roundings)
    for (const bool flush : {false, true}) {
      std::fesetround(rounding.mode);
      flush_subnormals(flush);
      const std::uint64_t hash = hash_of_answers();
      const bool kept = std::fegetround() == rounding.mode;  // the library gives the state back
      flush_subnormals(false);
      std::fesetround(FE_TONEAREST);
      if (first == 0) first = hash;
      same = same && hash == first && kept;
      std::fprintf(stderr, "%s, subnormals %s: %016llx%s\n", rounding.name, flush ? "flushed" : "kept",
                   static_cast<unsigned long long>(hash), kept ? "" : ", state not restored");
    }
  std::printf("%016llx\n", static_cast<unsigned long long>(first));
  return same ? 0 : 1;
}
