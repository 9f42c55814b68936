// Rows are rendered in batches. A batch is cast against one body after the other, nearest first, each ray no further
// than its closest hit so far; then towards the light. Only sqrt goes beyond + - * /, so pictures repeat to the bit.
#include "render/render.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/error.h"

namespace graze {

namespace {

constexpr int samples_a_side = 2;
constexpr int rows_a_batch = 16;

// Bits that look random and repeat.
std::uint32_t scramble(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

struct Sample {
  Ray ray;
  Ray to_light;
  int body = -1;  // -1: background; -2: floor
  bool marked = false, lit = false;
  Vec3 point, normal;
};

class Renderer {
 public:
  Renderer(std::span<const RenderBody> bodies, const RenderSettings& settings)
      : bodies_(bodies), settings_(settings), light_(unit(settings.light)) {
    const Camera& camera = settings.camera;
    forward_ = unit(camera.target - camera.eye);
    right_ = unit(cross(forward_, camera.up));
    up_ = cross(right_, forward_);
    light_right_ = unit(cross(light_, light_.x * light_.x < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    light_up_ = cross(light_, light_right_);
    for (const RenderBody& b : bodies) boxes_.push_back(posed_box(b.body.pose, b.body.shape.bounds()));
    for (std::size_t i = 0; i < bodies.size(); ++i) order_.push_back(static_cast<int>(i));
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return nearness(a) < nearness(b); });
  }

  Image run() {
    Image image{settings_.width, settings_.height, {}};
    image.rgb.resize(std::size_t{3} * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (int row = 0; row < image.height; row += rows_a_batch) {
      const int end = std::min(image.height, row + rows_a_batch);
      make_samples(row, end);
      find_surfaces();
      find_light();
      write_rows(row, end, image);
      if (settings_.progress) settings_.progress(static_cast<double>(end) / image.height);
    }
    return image;
  }

 private:
  double nearness(int body) const {
    const Box& box = boxes_[static_cast<std::size_t>(body)];
    return length(box.lo * 0.5 + box.hi * 0.5 - settings_.camera.eye);
  }

  void make_samples(int row, int end) {
    samples_.clear();
    const double scale = 2 * settings_.camera.half_height / settings_.height;
    for (int y = row; y < end; ++y) {
      for (int x = 0; x < settings_.width; ++x) {
        for (int k = 0; k < samples_a_side * samples_a_side; ++k) {
          const double u = x + (k % samples_a_side + 0.5) / samples_a_side - 0.5 * settings_.width;
          const double v = 0.5 * settings_.height - y - (k / samples_a_side + 0.5) / samples_a_side;
          Sample sample;
          sample.ray = {settings_.camera.eye, forward_ + right_ * (u * scale) + up_ * (v * scale)};
          // The four samples look at the four quarters of the light, each at some point of its quarter.
          const std::uint32_t noise = scramble(static_cast<std::uint32_t>((y * settings_.width + x) * 4 + k));
          const double across = (k % 2 + (noise & 0xff) / 256.0) - 1, along = (k / 2 + (noise >> 8 & 0xff) / 256.0) - 1;
          sample.to_light.direction = light_ + (light_right_ * across + light_up_ * along) * settings_.light_size;
          samples_.push_back(sample);
        }
      }
    }
  }

  // Casts the chosen rays of the batch against one body. `take` gets each sample that hits.
  template <class Chosen, class RayOf, class Take>
  void cast(int body, bool any, const Chosen& chosen, const RayOf& ray_of, const Take& take) {
    const auto index = static_cast<std::size_t>(body);
    rays_.clear();
    owners_.clear();
    for (Sample& sample : samples_) {
      if (!chosen(sample) || !passes(boxes_[index], ray_of(sample))) continue;
      rays_.push_back(ray_of(sample));
      owners_.push_back(&sample);
    }
    RaySettings settings;
    if (any) settings.want = RayWant::any;
    settings.threads = settings_.threads;
    const std::vector<RayResult> results = graze::cast(bodies_[index].body, rays_, settings);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].status != Status::ok) {
        throw Error("body " + std::to_string(body) + " cannot be drawn: " + name(results[i].status));
      }
      if (results[i].yes()) take(*owners_[i], results[i].closest);
    }
  }

  void find_surfaces() {
    for (Sample& sample : samples_) {
      const double down = sample.ray.direction.z;
      const double t = (settings_.ground - sample.ray.origin.z) / down;
      if (down == 0 || !(t > 0)) continue;
      sample.ray.max = t;
      sample.body = -2;
      sample.point = sample.ray.origin + sample.ray.direction * t;
      sample.normal = {0, 0, down < 0 ? 1.0 : -1.0};
    }
    for (const int body : order_) {
      const std::vector<std::uint32_t>& marked = bodies_[static_cast<std::size_t>(body)].marked;
      cast(
          body, false, [](const Sample&) { return true; }, [](const Sample& s) -> const Ray& { return s.ray; },
          [&](Sample& sample, const RayHit& hit) {
            sample.ray.max = hit.t;
            sample.body = body;
            sample.marked = std::binary_search(marked.begin(), marked.end(), hit.triangle);
            sample.point = hit.point;
            sample.normal = dot(hit.normal, sample.ray.direction) > 0 ? -hit.normal : hit.normal;
          });
    }
  }

  void find_light() {
    // Starts a little off the surface, which would else shade itself.
    const double lift = 1e-6 * length(settings_.camera.target - settings_.camera.eye);
    for (Sample& sample : samples_) {
      sample.lit = sample.body != -1 && dot(sample.normal, sample.to_light.direction) > 0;
      sample.to_light.origin = sample.point + sample.normal * lift;
    }
    for (const int body : order_) {
      cast(
          body, true, [](const Sample& s) { return s.lit; }, [](const Sample& s) -> const Ray& { return s.to_light; },
          [](Sample& sample, const RayHit&) { sample.lit = false; });
    }
  }

  Color background(Vec3 direction) const {
    const double height = std::clamp(unit(direction).z * 2.2 + 0.35, 0.0, 1.0);
    return mix({0.80, 0.82, 0.84}, {0.42, 0.53, 0.66}, height * height);
  }

  Color shade(const Sample& sample) const {
    if (sample.body == -1) return background(sample.ray.direction);
    const Color sun{1.0, 0.95, 0.86}, sky{0.34, 0.38, 0.44};
    const double facing = std::max(0.0, dot(sample.normal, light_));
    const double open = 0.62 + 0.38 * sample.normal.z;
    const Color light = sky * open + sun * (sample.lit ? 0.72 * facing : 0.0);
    if (sample.body == -2) {
      const double away =
          length(sample.point - settings_.camera.target) / length(settings_.camera.eye - settings_.camera.target);
      const double fade = away * away / (1 + away * away);
      return mix(Color{0.72, 0.71, 0.69} * light, background({sample.ray.direction.x, sample.ray.direction.y, 0}),
                 fade);
    }
    const Color own = bodies_[static_cast<std::size_t>(sample.body)].color;
    if (sample.marked) return settings_.mark * (light * 0.6 + Color{0.55, 0.55, 0.55});
    const Vec3 halfway = unit(light_ - unit(sample.ray.direction));
    const double gloss = sample.lit ? std::max(0.0, dot(sample.normal, halfway)) : 0.0;
    const double gloss_4 = gloss * gloss * gloss * gloss,
                 gloss_32 = gloss_4 * gloss_4 * gloss_4 * gloss_4 * gloss_4 * gloss_4 * gloss_4 * gloss_4;
    return own * light + sun * (0.22 * gloss_32);
  }

  void write_rows(int row, int end, Image& image) const {
    // The square root stands for the display's curve.
    const auto byte = [](double value) {
      return static_cast<std::uint8_t>(255 * std::sqrt(std::clamp(value, 0.0, 1.0)) + 0.5);
    };
    constexpr std::size_t a_pixel = samples_a_side * samples_a_side;
    const std::size_t first = static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width);
    const std::size_t count = static_cast<std::size_t>(end - row) * static_cast<std::size_t>(image.width);
    for (std::size_t i = 0; i < count; ++i) {
      Color sum;
      for (std::size_t k = 0; k < a_pixel; ++k) sum = sum + shade(samples_[i * a_pixel + k]);
      sum = sum * (1.0 / a_pixel);
      std::uint8_t* out = image.rgb.data() + 3 * (first + i);
      out[0] = byte(sum.red);
      out[1] = byte(sum.green);
      out[2] = byte(sum.blue);
    }
  }

  std::span<const RenderBody> bodies_;
  const RenderSettings& settings_;
  Vec3 light_, light_right_, light_up_, forward_, right_, up_;
  std::vector<Box> boxes_;
  std::vector<int> order_;
  std::vector<Sample> samples_;
  std::vector<Ray> rays_;
  std::vector<Sample*> owners_;
};

}  // namespace

Image render(std::span<const RenderBody> bodies, const RenderSettings& settings) {
  if (settings.width < 1 || settings.height < 1) throw Error("a picture needs at least one pixel");
  return Renderer(bodies, settings).run();
}

}  // namespace graze
