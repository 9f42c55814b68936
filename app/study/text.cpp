// Results as Markdown, JSON and SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/study/experiment.h"
#include "base/json_text.h"

namespace graze::app {

std::string number_text(double value) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  if (std::fabs(value) < 1e-3 || std::fabs(value) >= 1e7) return fmt::format("{:.2e}", value);
  if (std::fabs(value) >= 1000 || value == std::floor(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.3g}", value);
}

std::string time_text(double seconds) {
  if (!std::isfinite(seconds)) return "–";
  if (seconds < 1e-6) return fmt::format("{:.3g} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.3g} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} s", seconds);
}

std::string percent_text(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

namespace {

// A range of powers, and where values are in it.
struct LogAxis {
  double lo = 0, hi = 0;

  explicit LogAxis(const std::vector<double>& values) {
    lo = 1e300;
    hi = -1e300;
    for (const double v : values) {
      lo = std::min(lo, std::log10(v));
      hi = std::max(hi, std::log10(v));
    }
    if (!(lo <= hi)) lo = hi = 0;
    if (hi - lo < 0.3) {
      lo -= 0.15;
      hi += 0.15;
    }
  }
  double part(double value) const { return (std::log10(value) - lo) / (hi - lo); }
  std::vector<double> ticks() const {
    std::vector<double> result;
    for (int power = int(std::floor(lo)); power <= int(std::ceil(hi)); ++power)
      for (const double factor : {1.0, 2.0, 5.0}) {
        if (hi - lo > 2 && factor != 1) continue;
        const double value = factor * std::pow(10.0, power);
        if (part(value) > -1e-6 && part(value) < 1 + 1e-6) result.push_back(value);
      }
    return result;
  }
};

}  // namespace

std::string svg_text(const StudyPlot& plot) {
  constexpr double width = 640, height = 400, left = 80, right = 190, top = 40, bottom = 50;
  constexpr const char* colours[] = {"#d1495b", "#30638e", "#6a994e", "#edae49", "#7b6d8d",
                                     "#888888", "#17becf", "#8c564b", "#000000"};
  std::vector<double> xs, ys;
  for (const auto& [name, line] : plot.series)
    for (const auto& [x, y] : line)
      if (x > 0 && y > 0) {
        xs.push_back(x);
        ys.push_back(y);
      }
  const LogAxis across(xs), up(ys);
  const auto at_x = [&](double x) { return left + across.part(x) * (width - left - right); };
  const auto at_y = [&](double y) { return height - bottom - up.part(y) * (height - top - bottom); };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{}\" y=\"22\" font-size=\"15\">{}</text>\n",
      width, height, left, xml_text(plot.title));
  for (const double x : across.ticks())
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">{4}</text>\n",
        at_x(x), top, height - bottom, height - bottom + 16, number_text(x));
  for (const double y : up.ticks())
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        left, at_y(y), width - right, left - 6, at_y(y) + 4, number_text(y));
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + width - right) / 2,
                     height - 12, xml_text(plot.x));
  svg += fmt::format("<text x=\"16\" y=\"{0}\" transform=\"rotate(-90 16 {0})\" text-anchor=\"middle\">{1}</text>\n",
                     (top + height - bottom) / 2, xml_text(plot.y));
  double label = top + 10;
  for (std::size_t k = 0; k < plot.series.size(); ++k) {
    const auto& [name, line] = plot.series[k];
    const char* const colour = colours[k % std::size(colours)];
    std::string points;
    for (const auto& [x, y] : line)
      if (x > 0 && y > 0) points += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(y));
    svg += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points, colour);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", width - right + 8, label, colour,
                       xml_text(name));
    label += 16;
  }
  return svg + "</svg>\n";
}

std::vector<StudyPicture> pictures_of(const StudyResult& result) {
  std::vector<StudyPicture> pictures;
  for (const StudyPlot& plot : result.plots) pictures.push_back({plot.title, svg_text(plot)});
  pictures.insert(pictures.end(), result.pictures.begin(), result.pictures.end());
  return pictures;
}

std::string plot_name(const Experiment& experiment, std::size_t number) {
  return fmt::format("study-{}-{}-{}.svg", experiment.paper, experiment.name, number + 1);
}

std::string markdown_text(const Experiment& experiment, const StudyResult& result, const std::string& images) {
  std::string text = fmt::format("## {}\n\n`graze study {} {}`\n\n{}\n\n", experiment.title, experiment.paper,
                                 experiment.name, experiment.about);
  for (const StudyTable& table : result.tables) {
    if (!table.title.empty()) text += table.title + "\n\n";
    const auto line = [&](const std::vector<std::string>& cells) {
      text += "|";
      for (const std::string& cell : cells) text += " " + cell + " |";
      text += "\n";
    };
    line(table.columns);
    text += "|---|";
    for (std::size_t k = 1; k < table.columns.size(); ++k) text += "--:|";
    text += "\n";
    for (const auto& row : table.rows) line(row);
    text += "\n";
  }
  const std::vector<StudyPicture> pictures = pictures_of(result);
  for (std::size_t k = 0; k < pictures.size(); ++k) {
    if (!images.empty()) text += fmt::format("![{}]({}/{})\n\n", pictures[k].title, images, plot_name(experiment, k));
  }
  if (!result.compared.empty()) text += "What the paper found, and what is found here:\n\n";
  for (const std::string& sentence : result.compared) text += "- " + sentence + "\n";
  if (!result.compared.empty()) text += "\n";
  return text;
}

std::string json_text(const Experiment& experiment, const StudyResult& result) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("paper", experiment.paper).field("experiment", experiment.name).field("title", experiment.title);
    out.key("tables").list(result.tables, [&](const StudyTable& table) {
      out.object([&] {
        out.field("title", table.title);
        out.key("columns").list(table.columns, [&](const std::string& c) { out.value(std::string_view(c)); });
        out.key("rows").list(table.rows, [&](const auto& row) {
          out.array([&] {
            for (const std::string& c : row) out.value(std::string_view(c));
          });
        });
      });
    });
    out.key("plots").list(result.plots, [&](const StudyPlot& plot) {
      out.object([&] {
        out.field("title", plot.title).field("x", plot.x).field("y", plot.y);
        out.key("series").list(plot.series, [&](const auto& line) {
          out.object([&] {
            out.field("name", line.first);
            out.key("points").list(line.second, [&](const auto& p) { out.pair(p.first, p.second); });
          });
        });
      });
    });
    out.key("compared").list(result.compared, [&](const std::string& s) { out.value(std::string_view(s)); });
  });
  return text + "\n";
}

}  // namespace graze::app
