// Colours as light.
#pragma once

namespace graze {

// Linear light, 0 to 1.
struct Color {
  double red = 0, green = 0, blue = 0;
};

constexpr Color operator*(Color c, double s) { return {c.red * s, c.green * s, c.blue * s}; }
constexpr Color operator*(Color a, Color b) { return {a.red * b.red, a.green * b.green, a.blue * b.blue}; }
constexpr Color operator+(Color a, Color b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }
constexpr Color mix(Color a, Color b, double part_of_b) { return a * (1 - part_of_b) + b * part_of_b; }

}  // namespace graze
