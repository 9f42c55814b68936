// How often the products of a STEP file use each other, before OpenCASCADE makes an assembly of it.
#pragma once

#include <Standard_Handle.hxx>
#include <XSControl_WorkSession.hxx>
#include <cstdint>

namespace graze {

// Throws Error: a product is part of itself, or the products of the file that the session has read, of so many bytes,
// make more parts, or more levels of them, than io/limits.h allows.
void check_usages(const Handle(XSControl_WorkSession) & session, std::uint64_t file_bytes);

}  // namespace graze
