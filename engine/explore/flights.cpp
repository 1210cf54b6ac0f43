// How the loop's runs are made: one after the other by the target of the parts, or by a fleet, beside everything else.
#include <algorithm>
#include <utility>

#include "engine/explore/loop.h"
#include "engine/search/conditional.h"

namespace cairn::explore {

Loop::Flight Loop::unpredicted(search::Result result) {
  Flight flight;
  flight.observation.result = result;
  return flight;
}

base::Status Loop::launch(const Flight& flight, trace::Input input) {
  if (fleet_ == nullptr) return run_now(flight, input);
  if (fleet_->full()) TRY_STATUS(land());
  flights_.emplace(tickets_, flight);
  fleet_->send(std::move(input), tickets_++);
  return {};
}

// Waits for a run that has ended.
base::Status Loop::land() {
  Fleet::Back back = fleet_->take();
  const Flight flight = flights_.extract(back.ticket).mapped();
  TRY(trace::RawRun raw, std::move(back.run));
  TRY(Executed executed, runner_.take_in(std::move(raw), back.input, flight.side));
  executed.running_seconds += back.seconds;
  if (runner_.apart()) fleet_->run_apart();
  return arrive(flight, executed);
}

base::Status Loop::land_all() {
  while (!flights_.empty()) TRY_STATUS(land());
  return {};
}

base::Status Loop::run_now(const Flight& flight, const trace::Input& input) {
  TRY(const Executed executed, runner_.run(input, flight.side));
  return arrive(flight, executed);
}

base::Status Loop::arrive(const Flight& flight, const Executed& executed) {
  search::Observation observation = flight.observation;
  held_back_.count(executed.steps);
  if (flight.side.valid()) {
    ++totals_.flips_tried;
    if (executed.arrived) {
      ++totals_.flips_arrived;
      observation.result = search::Result::arrived;
      tell_mutants(flight.side, executed.input);
    } else {
      // Another run may have taken the side since this one was sent.
      if (parts_.tree.state(flight.side) == tree::SideState::in_flight) {
        parts_.tree.set_state(flight.side, executed.cut_short ? tree::SideState::unknown : tree::SideState::diverged);
      }
      observation.result = executed.cut_short ? search::Result::unknown : search::Result::diverged;
    }
  }
  TRY_STATUS(learn(executed, observation, flight.parent, flight.shared));
  return {};
}

void Loop::tell_mutants(tree::SideId side, const trace::Input& input) {
  const Runner::Origin& origin = runner_.origin(side);
  mutants_.flipped(search::conditional_of(parts_.tree.node(parts_.tree.node_of(side))),
                   parts_.objects.input_of(origin.assignment, origin.objects), input);
}

void Loop::tell_letters(const Executed& executed) {
  if (!executed.origin.valid()) return;
  for (const Letters::Letter& letter : letters_.missing(executed.path, executed.origin)) {
    const trace::ObjectId id = parts_.objects.owner(letter.byte);
    const trace::ObjectKey& key = parts_.objects.key(id);
    const auto& objects = executed.input.objects;
    const auto object = std::ranges::find_if(objects, [&](const trace::Object& each) {
      return each.kind == key.kind && each.ordinal == key.ordinal && each.name == key.name;
    });
    if (object == objects.end()) continue;
    mutants_.missed(letter.conditional, executed.input, static_cast<std::size_t>(object - objects.begin()),
                    letter.byte.value - parts_.objects.first_byte(id).value, letter.value);
  }
}

}  // namespace cairn::explore
