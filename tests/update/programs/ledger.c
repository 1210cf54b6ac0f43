// Four bookings on an account: limits, fees and interest make later conditions depend on earlier ones.
#include <stdio.h>

#include "cairn.h"

struct Booking {
  unsigned char kind;
  short amount;
};

static int fee(int amount) {
  if (amount > 1000) return amount / 100;
  return 5;
}

static int withdraw(int balance, int amount) {
  int cost = amount + fee(amount);
  if (cost > balance) return balance - 1;
  return balance - cost;
}

static int deposit(int balance, int amount) {
  if (amount > 5000) return balance + amount - 3;
  return balance + amount;
}

static int interest(int balance, int rate) {
  if (rate > 20) rate = 20;
  return balance + balance * rate / 100;
}

static int book(int balance, const struct Booking* b) {
  if (b->amount <= 0) return balance;
  switch (b->kind) {
    case 'w':
      return withdraw(balance, b->amount);
    case 'd':
      return deposit(balance, b->amount);
    case 'i':
      return interest(balance, b->amount);
    default:
      return balance;
  }
}

int main(void) {
  struct Booking b[3] = {{0, 0}, {0, 0}, {0, 0}};
  int balance = 100;
  cairn_symbolic(b, sizeof b, "bookings");
  for (int i = 0; i < 3; ++i) balance = book(balance, &b[i]);
  if (balance > 9000) puts("rich");
  printf("%d\n", balance);
  return 0;
}
