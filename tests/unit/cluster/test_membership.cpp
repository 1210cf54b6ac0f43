#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "cluster/membership.h"

namespace cairn::cluster {
namespace {

constexpr std::uint64_t kKeys = 3000;

Pulse pulse_of(MemberId member, bool idle = false, std::uint64_t seen = 0) {
  Pulse pulse;
  pulse.member = member;
  pulse.idle = idle;
  pulse.seen = seen;
  return pulse;
}

// All have heard of all.
std::map<MemberId, Membership> all_of(const std::vector<MemberId>& members) {
  std::map<MemberId, Membership> views;
  for (const MemberId self : members) {
    Membership view(self);
    for (const MemberId member : members) view.hear(pulse_of(member), 0);
    views.emplace(self, view);
  }
  return views;
}

MemberId owner(const std::map<MemberId, Membership>& views, std::uint64_t key) {
  MemberId found = 0;
  for (const auto& [member, view] : views) {
    if (!view.mine(key)) continue;
    EXPECT_EQ(found, 0u) << "two own " << key;
    found = member;
  }
  EXPECT_NE(found, 0u) << "nobody owns " << key;
  return found;
}

TEST(Membership, WhoIsAloneOwnsEverything) {
  const Membership alone(1);
  for (std::uint64_t key = 0; key < 100; ++key) EXPECT_TRUE(alone.mine(key));
}

TEST(Membership, EverySideHasOneOwnerAndSharesAreEven) {
  const auto views = all_of({11, 22, 33});
  std::map<MemberId, int> shares;
  for (std::uint64_t key = 0; key < kKeys; ++key) ++shares[owner(views, key)];
  for (const auto& [member, share] : shares) EXPECT_NEAR(share, kKeys / 3, kKeys / 20) << member;
}

TEST(Membership, WhoeverGoesChangesTheOwnersOfItsOwnShareOnly) {
  const auto before = all_of({11, 22, 33}), after = all_of({11, 33});
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    if (owner(before, key) != 22) EXPECT_EQ(owner(before, key), owner(after, key));
  }
}

TEST(Membership, ASideIsItsTakersUntilTheTakerGoes) {
  Membership view(11);
  view.hear(pulse_of(22), 0);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t key = 0; key < 100; ++key) keys.push_back(key);
  view.hear_taken(22, keys);
  for (const std::uint64_t key : keys) EXPECT_FALSE(view.mine(key));
  const std::uint64_t division = view.division();
  Pulse last = pulse_of(22);
  last.leaves = true;
  view.hear(last, 1);
  EXPECT_NE(view.division(), division);
  for (const std::uint64_t key : keys) EXPECT_TRUE(view.mine(key));

  view.hear(pulse_of(33), 1);
  view.hear_taken(11, keys);
  for (const std::uint64_t key : keys) EXPECT_TRUE(view.mine(key));
}

TEST(Membership, WhoIsSilentForLongHasGone) {
  Membership view(11);
  view.hear(pulse_of(22), 0);
  view.hear(pulse_of(33), 4);
  const std::uint64_t division = view.division();
  view.expire(4.5, 5);
  EXPECT_EQ(view.others(), 2u);
  EXPECT_EQ(view.division(), division);
  view.expire(6, 5);
  EXPECT_EQ(view.others(), 1u);
  EXPECT_TRUE(view.knows(33));
  EXPECT_NE(view.division(), division);
  EXPECT_EQ(view.most(), 2u);
}

TEST(Membership, AllAreIdleOnlyIfTheyHaveHeededTheSameMessages) {
  Membership view(11);
  EXPECT_TRUE(view.all_idle(7));
  view.hear(pulse_of(22, true, 7), 0);
  view.hear(pulse_of(33, false, 7), 0);
  EXPECT_TRUE(view.somebody_idle());
  EXPECT_FALSE(view.all_idle(7));
  view.hear(pulse_of(33, true, 6), 0);
  EXPECT_FALSE(view.all_idle(7));
  view.hear(pulse_of(33, true, 7), 0);
  EXPECT_TRUE(view.all_idle(7));
  EXPECT_FALSE(view.all_idle(8));
}

TEST(Membership, IdleOnesAreNamedInTurn) {
  Membership view(11);
  EXPECT_FALSE(view.next_idle());
  for (const MemberId member : {22, 33, 44}) view.hear(pulse_of(member, member != 33), 0);
  EXPECT_EQ(view.next_idle(), 22u);
  EXPECT_EQ(view.next_idle(), 44u);
  EXPECT_EQ(view.next_idle(), 22u);
}

TEST(Membership, RunsOfThoseWhoHaveGoneCountToo) {
  Membership view(11);
  Pulse pulse = pulse_of(22);
  pulse.runs = 5;
  view.hear(pulse, 0);
  pulse.runs = 9;
  pulse.leaves = true;
  view.hear(pulse, 0);
  pulse = pulse_of(33);
  pulse.runs = 2;
  view.hear(pulse, 0);
  EXPECT_EQ(view.runs(), 11u);
}

}  // namespace
}  // namespace cairn::cluster
