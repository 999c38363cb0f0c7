// SPDX-License-Identifier: Apache-2.0
// The measurements by name. A case does one frame of work and says how many units that was; the main program
// repeats frames until the time is up.
#pragma once

#include <memory>
#include <vector>

#include "stage.h"

namespace bench {

class Case {
 public:
  Case(const char* name, const char* unit, double scale) : mName(name), mUnit(unit), mScale(scale) {}
  virtual ~Case() = default;

  virtual void prepare(Stage&) {}
  /// Work of one frame; returns its units (draws, bytes, trips). The caller ends the frame with glFinish.
  virtual double frame(Stage& stage) = 0;

  const char* name() const { return mName; }
  const char* unit() const { return mUnit; }
  /// Units a printed unit holds; 0 means that the time of a frame is printed, in microseconds.
  double scale() const { return mScale; }

 private:
  const char* mName;
  const char* mUnit;
  double mScale;
};

using Cases = std::vector<std::unique_ptr<Case>>;
void addDrawCases(Cases& cases);
void addTransferCases(Cases& cases);

}  // namespace bench
