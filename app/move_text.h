// Answers of `move` as JSON.
#pragma once

#include <string>

#include "graze/graze.h"

namespace graze::app {

// "start","hit","bracket",...,"contact" without the braces.
void append_move(std::string& text, const MoveResult& result);

// A hit or the zone stopped it; a spent budget names nothing.
bool has_contact(const MoveResult& result);

// "vertex-face", "edge-edge", ...: the part of the moving body, then that of the other.
std::string contact_kind(const MoveContact& contact);

}  // namespace graze::app
