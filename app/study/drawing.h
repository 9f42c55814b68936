// Pictures of experiments: lines, circles, text, and bodies seen from afar, as SVG.
#pragma once

#include <string>
#include <vector>

#include "app/study/experiment.h"
#include "graze/query.h"
#include "render/image.h"

namespace graze::app {

namespace ink {
inline constexpr const char *black = "#222222", *grey = "#999999", *light = "#dddddd", *red = "#d1495b",
                            *blue = "#30638e", *green = "#6a994e", *yellow = "#edae49";
}

// A place in a drawing: to the right and down, in pixels.
struct Spot {
  double x = 0, y = 0;
};

class Drawing {
 public:
  Drawing(std::string title, double width, double height);

  struct Pen {
    std::string stroke = ink::black, fill = "none";
    double width = 1.5;
    bool dashed = false;
    double opacity = 1;
  };
  void line(Spot from, Spot to, const Pen& pen);
  void polygon(const std::vector<Spot>& corners, const Pen& pen);
  void curve(const std::vector<Spot>& points, const Pen& pen);  // not closed
  void circle(Spot centre, double radius, const Pen& pen);
  void arrow(Spot from, Spot to, const Pen& pen);
  // Many triangles, each filled with its colour; shorter than polygons.
  struct Filled {
    Spot corners[3];
    std::string colour;
  };
  void triangles(const std::vector<Filled>& list);
  void text(Spot at, const std::string& words, const char* anchor = "start", double size = 12,
            const char* colour = ink::black);
  StudyPicture picture() const;

 private:
  std::string title_, body_;
  double width_, height_;
};

// Looks from afar along a direction, z up in the picture, so that a box fits into a frame of the drawing.
class Outlook {
 public:
  Outlook(Vec3 towards_the_eye, const Box& bounds, Spot corner, double width, double height);
  Spot at(Vec3 point) const;
  double depth(Vec3 point) const { return dot(point, towards_); }  // larger is nearer
  Vec3 towards() const { return towards_; }
  double scale() const { return scale_; }

 private:
  Vec3 towards_, right_, up_, centre_;
  Spot middle_;
  double scale_ = 1;
};

// Bodies of triangles, those behind painted first.
class Facets {
 public:
  // Triangles in `marked` have the other colour; sorted.
  void add(const Body& body, const char* colour, const std::vector<std::uint32_t>& marked = {},
           const char* mark = ink::red);
  Box bounds() const;
  void draw(Drawing& drawing, const Outlook& outlook) const;

 private:
  struct Facet {
    Triangle triangle;
    const char* colour;
  };
  std::vector<Facet> facets_;
};

// An image as a picture of its size.
StudyPicture photo(const std::string& title, const Image& image);

// Bars with their values, for tables of which the rows are names.
StudyPicture bars(const std::string& title, const std::vector<std::pair<std::string, double>>& values,
                  std::string (*text)(double));

}  // namespace graze::app
