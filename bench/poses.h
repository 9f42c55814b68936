// Poses of the second copy, after the benchmark procedure of Zachmann (2001): it tumbles about the z- and the x-axis
// in equal steps, at distances along x around the one where it touches the first copy.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/peers/peer.h"

namespace graze::bench {

// Where the copy, coming from afar along x in one orientation, first meets the mesh.
struct Contact {
  Mat3 rotation;
  double distance;
};

// One contact for each step of a full turn, found by `judge` alone (a built implementation), so that the poses do not
// depend on the others: coming nearer in steps of 1/40 of the size, then by bisection to 1e-12.
std::vector<Contact> contacts(CollidePeer& judge, int orientations);

// Two poses a contact: nearer and farther by random distances of up to `reach`.
std::vector<Pose> around_contact(const std::vector<Contact>& contacts, double reach, std::uint64_t seed);

// One pose for each of `count` contacts, evenly spread: at 0.3 to 0.7 of the contact distance, in a random direction.
std::vector<Pose> deep(const std::vector<Contact>& contacts, int count, std::uint64_t seed);

}  // namespace graze::bench
