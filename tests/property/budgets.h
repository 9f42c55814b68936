// A budget turns an answer into "not known", never into another, whichever way round the bodies are asked about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/oracle/same.h"
#include "tests/property/kinds.h"

namespace graze::property {

// Of every verb that takes two bodies: is the answer the one without a budget, or none? Swapped as well.
struct BudgetedAnswers {
  bool spent = false;
  std::string fault;

  template <class Result, class Same>
  void compare(const char* verb, const Result& free, const Result& with, const Result& swapped, const Same& same) {
    if (!fault.empty()) return;
    spent = spent || with.status == Status::budget;
    if ((with.status == Status::budget) != (swapped.status == Status::budget)) {
      fault = std::string(verb) + ": the order of the arguments decides whether the budget is spent";
    } else if (with.status != Status::budget && (with.status != free.status || !same(with, free))) {
      fault = std::string(verb) + ": another answer under a budget";
    }
  }
};

inline BudgetedAnswers ask_within_budget(const Body& a, const Body& b, std::uint64_t budget) {
  BudgetedAnswers answers;
  const std::uint64_t all = unlimited_budget;
  answers.compare("collide", collide(a, b), collide(a, b, CollideSettings{.budget = budget}),
                  collide(b, a, CollideSettings{.budget = budget}),
                  [](const CollideResult& x, const CollideResult& y) { return x.yes() == y.yes(); });
  answers.compare("within", within(a, b, 0.01), within(a, b, 0.01, {.budget = budget}),
                  within(b, a, 0.01, {.budget = budget}),
                  [](const WithinResult& x, const WithinResult& y) { return x.yes() == y.yes(); });
  answers.compare("distance", find_distance(a, b, {.budget = all}), find_distance(a, b, {.budget = budget}),
                  find_distance(b, a, {.budget = budget}), [](const DistanceResult& x, const DistanceResult& y) {
                    return oracle::same(x.distance, y.distance) && oracle::same(x.point_a, y.point_a);
                  });
  answers.compare("classify", classify(a, b, {.budget = all}), classify(a, b, {.budget = budget}),
                  classify(b, a, {.budget = budget}),
                  [](const ClassifyResult& x, const ClassifyResult& y) { return x.answer == y.answer; });
  answers.compare(
      "contacts", find_contacts(a, b, {.tolerance = 0.01, .budget = all}),
      find_contacts(a, b, {.tolerance = 0.01, .budget = budget}),
      find_contacts(b, a, {.tolerance = 0.01, .budget = budget}),
      [](const ContactResult& x, const ContactResult& y) { return x.contacts.size() == y.contacts.size(); });
  answers.compare("penetration", find_penetration(a, b, {.budget = all}), find_penetration(a, b, {.budget = budget}),
                  find_penetration(b, a, {.budget = budget}),
                  [](const PenetrationResult& x, const PenetrationResult& y) {
                    return oracle::same(x.vector, y.vector) && oracle::same(x.lower, y.lower);
                  });
  return answers;
}

// A hit: some verb spent its budget.
inline Tally check_budgets(std::uint64_t seed, std::uint64_t rounds) {
  return check_every_pair(seed, rounds, {.apart = 1.5}, [](oracle::Dice& dice, const KindPair& pair, bool& hit) {
    const std::uint64_t budget = std::uint64_t{1} << dice.integer(0, 20);
    const BudgetedAnswers answers = ask_within_budget(pair.a.body, pair.b.body, budget);
    hit = answers.spent;
    return answers.fault.empty()
               ? std::string()
               : answers.fault + ", budget " + std::to_string(budget) + "\n" + lines(pair.a.body, pair.b.body);
  });
}

}  // namespace graze::property
