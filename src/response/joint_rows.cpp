// The rows of each kind of joint, and those that are solved one by one.
#include "motion/turn.h"
#include "response/joint.h"

namespace graze {
namespace {

// The angle with this cosine and sine, from -pi to pi; they need not be scaled.
double angle_of(double cosine, double sine) noexcept {
  const double size = std::sqrt(cosine * cosine + sine * sine);
  if (!(size > 0)) return 0;
  const double c = cosine / size, s = std::fabs(sine) / size;
  double angle = c > 0.7    ? s * (1 + s * s / 6)
                 : c < -0.7 ? 3.141592653589793 - s * (1 + s * s / 6)
                            : 1.5707963267948966 - c;
  for (int i = 0; i < 3; ++i) {
    const Turn turn = turn_by(angle);
    angle += s * (1 - turn.versine) - c * turn.sine;
  }
  return sine < 0 ? -angle : angle;
}

struct Frames {
  Vec3 arm_a, arm_b, apart;
  Mat3 a, b;
};

JointRow along(const Frames& f, Vec3 n, bool with_a, double error) {
  const Vec3 arm = with_a ? f.arm_a + f.apart : f.arm_a;
  return {n, -cross(arm, n), cross(f.arm_b, n), error, 0};
}
JointRow about(Vec3 n, double error) { return {{}, -n, n, error, 0}; }

// Of b against a about the axis k of the frames, as a screw sees it.
JointRecord::Drive twist(const Frames& f, int k, int axis) {
  const Vec3 za = f.a[k], zb = f.b[k], xa = f.a[(k + 1) % 3], ya = f.a[(k + 2) % 3], xb = f.b[(k + 1) % 3],
             yb = f.b[(k + 2) % 3];
  JointRecord::Drive drive;
  drive.axis = axis;
  const double together = 1 + dot(za, zb);
  // The twist has the sine (xb.ya - yb.xa) and the cosine (xb.xa + yb.ya), both over 1 + za.zb.
  drive.place = angle_of(dot(xb, xa) + dot(yb, ya), dot(xb, ya) - dot(yb, xa));
  const Vec3 n = together > 1e-6 ? (za + zb) / together : za;
  drive.row = about(n, 0);
  return drive;
}

void hold(JointRecord& joint, const JointRow& row) { joint.row[joint.rows++] = row; }

// A motor of unbounded force without a spring is held to its speed with the rest; everything else is solved one by one.
void add_drive(JointRecord& joint, JointRecord::Drive drive) {
  const JointAxis& axis = joint.joint.axis[drive.axis];
  if (axis.motor && !std::isfinite(axis.most_force) && axis.stiffness == 0 && axis.damping == 0) {
    drive.row.target = axis.target_velocity;
    hold(joint, drive.row);
  }
  JointRecord::Drive& kept = joint.drive[joint.drives++];
  drive.lower = kept.lower;
  drive.upper = kept.upper;
  drive.motor = kept.motor;
  kept = drive;
}

void hold_directions(JointRecord& joint, const Frames& f) {
  const Vec3 off = (cross(f.a.c0, f.b.c0) + cross(f.a.c1, f.b.c1) + cross(f.a.c2, f.b.c2)) * 0.5;
  for (int k = 0; k < 3; ++k) hold(joint, about(f.a[k], dot(f.a[k], off)));
}

void hold_axis(JointRecord& joint, const Frames& f, int k) {
  const Vec3 off = cross(f.a[k], f.b[k]);
  for (int i = 1; i < 3; ++i) hold(joint, about(f.a[(k + i) % 3], dot(f.a[(k + i) % 3], off)));
}

void hold_point(JointRecord& joint, const Frames& f) {
  for (int k = 0; k < 3; ++k) {
    Vec3 n;
    n[k] = 1;
    hold(joint, along(f, n, false, f.apart[k]));
  }
}

void hold_distance(JointRecord& joint, const Frames& f) {
  const JointAxis& axis = joint.joint.axis[0];
  const double size = length(f.apart);
  const Vec3 n = size > 0 ? f.apart / size : Vec3{0, 0, 1};
  const bool loose = std::isfinite(axis.lower) || std::isfinite(axis.upper) || axis.stiffness > 0;
  if (!loose) hold(joint, along(f, n, false, size - joint.joint.length));
  JointRecord::Drive drive;
  drive.place = size;
  drive.row = along(f, n, false, 0);
  add_drive(joint, drive);
}

void hold_six(JointRecord& joint, const Frames& f) {
  const JointAxis* axis = joint.joint.axis;
  for (int k = 0; k < 3; ++k) {
    const double place = dot(f.a[k], f.apart);
    const JointRow row = along(f, f.a[k], true, place);
    if (!axis[k].free) {
      hold(joint, row);
      continue;
    }
    JointRecord::Drive drive;
    drive.axis = k;
    drive.place = place;
    drive.row = row;
    add_drive(joint, drive);
  }
  const int free = axis[3].free + axis[4].free + axis[5].free;
  if (free == 0) hold_directions(joint, f);
  for (int k = 0; k < 3; ++k) {
    if (free == 1 && axis[3 + k].free) hold_axis(joint, f, k);
    if (free == 2 && !axis[3 + k].free) {  // two axes stay perpendicular
      const Vec3 p = f.a[(k + 1) % 3], q = f.b[(k + 2) % 3];
      hold(joint, about(cross(p, q), dot(p, q)));
    }
    if (axis[3 + k].free) add_drive(joint, twist(f, k, 3 + k));
  }
}

double speed_of(const JointRow& row, const SolverBody& a, const SolverBody& b) {
  return dot(row.linear, b.velocity - a.velocity) + (dot(row.angular_a, a.spin) + dot(row.angular_b, b.spin));
}

void push(const JointRow& row, SolverBody& a, SolverBody& b, double impulse) {
  a.velocity -= row.linear * (a.inverse_mass * impulse);
  a.spin += a.inverse_inertia * (row.angular_a * impulse);
  b.velocity += row.linear * (b.inverse_mass * impulse);
  b.spin += b.inverse_inertia * (row.angular_b * impulse);
}

}  // namespace

void measure(JointRecord& joint, std::span<const SolverBody> bodies) noexcept {
  const int drives = joint.drives;
  joint.rows = 0;
  if (joint.idle) return;
  joint.drives = 0;
  if (joint.broken) return;
  const SolverBody &a = bodies[joint.a], &b = bodies[joint.b];
  const Mat3 turn_a = matrix_of(a.rotation), turn_b = matrix_of(b.rotation);
  Frames f;
  f.arm_a = turn_a * joint.anchor_a;
  f.arm_b = turn_b * joint.anchor_b;
  f.apart = (b.centre + f.arm_b) - (a.centre + f.arm_a);
  f.a = turn_a * joint.axes_a;
  f.b = turn_b * joint.axes_b;
  switch (joint.joint.kind) {
    case BodyJointKind::ball:
      hold_point(joint, f);
      break;
    case BodyJointKind::hinge:
      hold_point(joint, f);
      hold_axis(joint, f, 2);
      add_drive(joint, twist(f, 2, 0));
      break;
    case BodyJointKind::slider: {
      for (int k = 0; k < 2; ++k) hold(joint, along(f, f.a[k], true, dot(f.a[k], f.apart)));
      hold_directions(joint, f);
      JointRecord::Drive drive;
      drive.place = dot(f.a.c2, f.apart);
      drive.row = along(f, f.a.c2, true, 0);
      add_drive(joint, drive);
      break;
    }
    case BodyJointKind::fixed:
      hold_point(joint, f);
      hold_directions(joint, f);
      break;
    case BodyJointKind::distance:
      hold_distance(joint, f);
      break;
    case BodyJointKind::cone_twist: {
      hold_point(joint, f);
      add_drive(joint, twist(f, 2, 0));
      const Vec3 across = cross(f.a.c2, f.b.c2);
      const double sine = length(across);
      JointRecord::Drive swing;
      swing.axis = 1;
      swing.place = angle_of(dot(f.a.c2, f.b.c2), sine);
      swing.row = about(sine > 1e-9 ? across / sine : f.a.c0, 0);
      add_drive(joint, swing);
      break;
    }
    case BodyJointKind::free6:
      hold_six(joint, f);
      break;
  }
  if (joint.drives != drives)
    for (int i = 0; i < joint.drives; ++i) joint.drive[i].lower = joint.drive[i].upper = joint.drive[i].motor = 0;
}

void prepare_drives(JointRecord& joint, std::span<const SolverBody> bodies, double substep) noexcept {
  if (joint.idle) return;
  const SolverBody &a = bodies[joint.a], &b = bodies[joint.b];
  for (int i = 0; i < joint.drives; ++i) {
    JointRecord::Drive& drive = joint.drive[i];
    const JointRow& row = drive.row;
    const double k = dot(row.linear, row.linear) * (a.inverse_mass + b.inverse_mass) +
                     dot(row.angular_a, a.inverse_inertia * row.angular_a) +
                     dot(row.angular_b, b.inverse_inertia * row.angular_b);
    drive.mass = k > 0 ? 1 / k : 0;
    const JointAxis& axis = joint.joint.axis[drive.axis];
    if (!(axis.stiffness > 0 || axis.damping > 0) || !(k > 0)) continue;
    // A spring and damper, at the end of the substep (implicit).
    const double give = 1 / (substep * (axis.damping + substep * axis.stiffness));
    drive.soft_mass = 1 / (k + give);
    drive.soft_give = give;
    drive.soft_bias = (drive.place - axis.target) * substep * axis.stiffness * give -
                      axis.target_velocity * (axis.motor ? substep * axis.damping * give : 0);
  }
}

void warm_start_drives(JointRecord& joint, std::span<SolverBody> bodies) noexcept {
  if (joint.idle) return;
  for (int i = 0; i < joint.drives; ++i) {
    const JointRecord::Drive& drive = joint.drive[i];
    push(drive.row, bodies[joint.a], bodies[joint.b], drive.lower + drive.upper + drive.motor);
  }
}

void solve_drives(JointRecord& joint, std::span<SolverBody> bodies, double substep, bool pushing) noexcept {
  if (joint.idle) return;
  SolverBody &a = bodies[joint.a], &b = bodies[joint.b];
  for (int i = 0; i < joint.drives; ++i) {
    JointRecord::Drive& drive = joint.drive[i];
    if (!(drive.mass > 0)) continue;
    const JointAxis& axis = joint.joint.axis[drive.axis];
    const bool spring = axis.stiffness > 0 || axis.damping > 0;
    const double most = axis.motor ? axis.most_force * substep : std::numeric_limits<double>::infinity();
    if (spring || (axis.motor && std::isfinite(axis.most_force))) {
      const double speed = speed_of(drive.row, a, b);
      const double by = spring ? -drive.soft_mass * (speed + drive.soft_bias + drive.soft_give * drive.motor)
                               : -drive.mass * (speed - axis.target_velocity);
      const double next = std::clamp(drive.motor + by, -most, most);
      push(drive.row, a, b, next - drive.motor);
      drive.motor = next;
    }
    const auto limit = [&](double room, double sign, double& impulse) {
      const double speed = sign * speed_of(drive.row, a, b);
      const double bias = room > 0 ? room / substep : pushing ? std::max(0.2 * room / substep, -4.0) : 0;
      const double next = std::max(sign * impulse - drive.mass * (speed + bias), 0.0);
      push(drive.row, a, b, sign * next - impulse);
      impulse = sign * next;
    };
    if (std::isfinite(axis.lower)) limit(drive.place - axis.lower, 1, drive.lower);
    if (std::isfinite(axis.upper)) limit(axis.upper - drive.place, -1, drive.upper);
  }
}

}  // namespace graze
