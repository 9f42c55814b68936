// How deep two hulls are at least, from an earlier proof and how little they have moved since.
//
// The depth of two convex bodies is the least value of the support function of the difference b - a over all unit
// directions. When b moves such that no point of it goes farther than d, seen from a, no value of that function changes
// by more than d, so that the depth is at least the one that was proven less d.
//
// Seen from a: with A and B the matrices and s, t the translations of a and b, a point w of b is at R w + p for
// R = A^T B and p = A^T (t - s), if A is a rotation. From the centre c of b it goes no farther than the image of c does
// plus |R' - R| |w - c|, in the Frobenius norm.
#pragma once

#include "graze/contacts.h"
#include "narrow/contact/posed_facets.h"

namespace graze {

// Not above the depth; 0 where nothing is known.
double remembered_depth(const FacetedBody& a, const FacetedBody& b, const ContactCache& cache) noexcept;

// `lower`: proven now. Only rigid poses are remembered.
void remember_depth(const FacetedBody& a, const FacetedBody& b, double lower, ContactCache& cache) noexcept;

}  // namespace graze
