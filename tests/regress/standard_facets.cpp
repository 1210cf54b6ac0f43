// Times and amounts of money were read inside libstdc++.so: everything was said to be explored, and nothing was
// reached.

// expect: stdin 5

// expect: runs 300
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "probe.h"

int main() {
  std::string text;
  std::getline(std::cin, text);
  std::istringstream clock(text);
  std::tm when{};
  if (clock >> std::get_time(&when, "%H:%M")) {
    if (when.tm_hour == 13) reached(1);
    return 0;
  }
  std::istringstream purse(text);
  long double amount = 0;
  if (purse >> std::get_money(amount) && amount == 42) reached(2);
  return 0;
}
