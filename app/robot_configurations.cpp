#include "app/robot_configurations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/executor.h"
#include "base/json_text.h"
#include "graze/gpu.h"
#include "graze/robot_checker.h"
#include "shape/compound.h"

namespace graze::app {
namespace {

// The balls that a link is made of; nothing where it is something else, too.
std::optional<std::vector<gpu::LinkBall>> balls_of(std::uint32_t link, const Shape& shape) {
  std::vector<gpu::LinkBall> balls;
  const auto add = [&](const Shape& part, const Pose& pose) {
    if (part.form() != ShapeForm::sphere || part.margin() != 0 || !(pose.linear == Mat3{})) return false;
    balls.push_back({link, pose.translation, data_of(part).radius});
    return true;
  };
  if (!shape) return balls;
  if (shape.form() != ShapeForm::compound) return add(shape, {}) ? std::optional(balls) : std::nullopt;
  if (shape.margin() != 0) return std::nullopt;
  for (const CompoundPart& part : data_of(shape).compound->parts)
    if (!add(part.shape, part.pose)) return std::nullopt;
  return balls;
}

std::optional<std::vector<gpu::LinkBall>> balls_of(const Robot& robot) {
  std::vector<gpu::LinkBall> all;
  for (std::uint32_t link = 0; link < robot.links.size(); ++link) {
    const auto some = balls_of(link, robot.links[link].shape);
    if (!some) return std::nullopt;
    all.insert(all.end(), some->begin(), some->end());
  }
  return all;
}

// Which rows a device finds in contact with an obstacle. A row that it cannot answer is left to the checker.
class SceneContacts {
 public:
  SceneContacts(const RobotChecker& checker, const std::vector<std::vector<double>>& rows, const RobotScene& scene,
                int threads)
      : robot_(checker.robot()), rows_(rows), met_(rows.size()) {
    const auto balls = balls_of(robot_);
    if (!balls) {
      worker = "the processor: a device takes robots whose links are balls, as --simplify spheres makes them";
      return;
    }
    if (gpu::devices().empty()) {
      worker = "the processor: there is no device, or graze was built without CUDA (docs/gpu.md)";
      return;
    }
    worker = "a device";
    // In pieces, so that poses of all rows do not lie in memory at once.
    constexpr std::size_t piece = 1 << 18;
    for (std::size_t begin = 0; begin < rows.size(); begin += piece) {
      const std::size_t count = std::min(piece, rows.size() - begin);
      place(begin, count, threads);
      for (std::size_t k = 0; k < scene.obstacles.size(); ++k) {
        const auto obstacle = static_cast<std::uint32_t>(robot_.links.size() + k);
        std::vector<gpu::LinkBall> checked;
        for (const gpu::LinkBall& ball : *balls)
          if (!checker.allowed(ball.link, obstacle)) checked.push_back(ball);
        ask({scene.obstacles[k].shape, scene.obstacles[k].pose}, checked, begin, count, threads);
      }
    }
    gpu::forget_meshes();
  }

  bool met(std::size_t row) const { return met_[row] != 0; }
  std::string worker;

 private:
  void place(std::size_t begin, std::size_t count, int threads) {
    const std::size_t links = robot_.links.size();
    poses_.assign(count * links, Pose{});
    parallel_for(count, 256, threads, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        try {
          const std::vector<Pose> at = link_poses(robot_, rows_[begin + i]);
          std::copy(at.begin(), at.end(), poses_.begin() + static_cast<std::ptrdiff_t>(i * links));
        } catch (const Error&) {  // the checker tells; here such a row has no answer
          poses_[i * links].translation = unknown_point;
        }
      }
    });
  }
  void ask(const Body& body, const std::vector<gpu::LinkBall>& balls, std::size_t begin, std::size_t count,
           int threads) {
    if (balls.empty()) return;
    std::vector<YesNo> answers(count);
    const gpu::BatchReport report = gpu::configurations(
        {&body, 1}, balls, static_cast<std::uint32_t>(robot_.links.size()), poses_, answers, {.threads = threads});
    if (!report.failure.empty()) worker = "the processor: the device failed: " + report.failure;
    for (std::size_t i = 0; i < count; ++i)
      if (answers[i].yes()) met_[begin + i] = 1;
  }

  const Robot& robot_;
  const std::vector<std::vector<double>>& rows_;
  std::vector<char> met_;
  std::vector<Pose> poses_;
};

std::string list_of(const std::vector<std::size_t>& rows) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t k = 0; k < rows.size() && k < most; ++k) text += fmt::format("{}{}", k == 0 ? "" : " ", rows[k]);
  if (rows.size() > most) text += fmt::format(" and {} more", rows.size() - most);
  return text;
}

}  // namespace

ConfigurationsReport check_configurations(const Robot& robot, const std::vector<std::vector<double>>& rows,
                                          const RobotScene& scene, const std::vector<DisabledPair>& disabled,
                                          int threads, bool gpu) {
  RobotChecker checker(robot, {.disabled = disabled, .threads = threads});
  for (const Obstacle& obstacle : scene.obstacles) (void)checker.add_obstacle(obstacle.shape, obstacle.pose);
  ConfigurationsReport report;
  report.count = rows.size();
  std::optional<SceneContacts> contacts;
  if (gpu) contacts.emplace(checker, rows, scene, threads);
  if (contacts) report.worker = contacts->worker;
  // Rows that the device found in contact are not asked again.
  std::vector<std::vector<double>> left;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (contacts && contacts->met(i)) {
      report.contact.push_back(i);
      continue;
    }
    left.push_back(rows[i]);
    numbers.push_back(i);
  }
  const std::vector<ValidResult> answers = checker.valid(left, {.threads = threads});
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (answers[k].answer == Answer::no) report.contact.push_back(numbers[k]);
    // What is missing of the scene may be in contact, too; of a robot that lacks geometry no answer is yes.
    if (answers[k].answer == Answer::unknown || (answers[k].yes() && !scene.skipped.empty()))
      report.undecided.push_back(numbers[k]);
  }
  std::sort(report.contact.begin(), report.contact.end());
  return report;
}

std::string configurations_table(const ConfigurationsReport& report) {
  std::string text = fmt::format("{} configurations, {} free, {} in contact\n", report.count,
                                 report.count - report.contact.size() - report.undecided.size(), report.contact.size());
  if (!report.contact.empty()) text += "in contact: " + list_of(report.contact) + "\n";
  if (!report.undecided.empty()) text += "undecided: " + list_of(report.undecided) + "\n";
  return text;
}

std::string configurations_json(const Robot& robot, const ConfigurationsReport& report) {
  std::string text;
  JsonWriter out(text);
  const auto number = [&](std::size_t row) { out.value(row); };
  out.object([&] {
    out.field("robot", robot.name).field("configurations", report.count);
    out.key("contact").list(report.contact, number);
    out.key("undecided").list(report.undecided, number);
  });
  return text + "\n";
}

}  // namespace graze::app
