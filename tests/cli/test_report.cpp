#include <gtest/gtest.h>

#include <cstdio>

#include "cli/report/bug_words.h"
#include "cli/report/markup.h"
#include "cli/report/report.h"
#include "cli/report/reproduce.h"
#include "cli/report/sha256.h"

namespace cairn::cli {
namespace {

trace::Object object(trace::ObjectKind kind, std::string name, std::string_view bytes) {
  return {kind, std::move(name), 0, false, 8, {bytes.begin(), bytes.end()}};
}

TEST(Markup, TextOfProgramsCannotLeaveItsPlace) {
  EXPECT_EQ(escape_markup("<b a=\"x\" c='y'>&"), "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(escape_markup("a\tb\n"), "a\tb\n");
}

TEST(Markup, WhatDocumentsCannotHoldIsVisible) {
  EXPECT_EQ(escape_markup(std::string_view("\0\x1b\r", 3)), "\\x00\\x1b\\x0d");
  EXPECT_EQ(escape_markup("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");                        // UTF-8 stays
  EXPECT_EQ(escape_markup("\xff\xc3"), "\\xff\\xc3");                                          // what is none does not
  EXPECT_EQ(escape_markup("\xc0\xaf\xed\xa0\x80"), "\\xc0\\xaf\\xed\\xa0\\x80");               // overlong, surrogate
  EXPECT_EQ(escape_markup("\xe2\x80\xae x\xef\xbf\xbe"), "\\xe2\\x80\\xae x\\xef\\xbf\\xbe");  // turns text around
}

TEST(Loss, FunctionsAreNamedAsTheirAuthorsDid) {
  suite::LossRecord loss{.kind = "library function", .callee = "_ZNSt6locale7classicEv", .function = {}, .file = {}};
  EXPECT_EQ(what_was_lost(loss), "std::locale::classic()");
  loss.callee = "strtod";
  EXPECT_EQ(what_was_lost(loss), "strtod");
  loss.kind = "inline assembly";
  EXPECT_EQ(what_was_lost(loss), "inline assembly");
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(std::string(1000, 'a')), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

TEST(Reproduce, ShellLinesHoldAnyByte) {
  const suite::Manifest manifest{.program = "/bin/cat", .command = {"cat", "-n"}, .strategy = {}, .options = {}};
  const trace::Input input{{object(trace::ObjectKind::standard_input, "stdin", "a'%\\\n"),
                            object(trace::ObjectKind::argument, "arg", "x y\x01"),
                            object(trace::ObjectKind::environment, "V", "")}};
  EXPECT_EQ(shell_line(manifest, input), "printf 'a\\047%%\\\\\\012' | V='' /bin/cat -n \"$(printf 'x y\\001')\"");
  EXPECT_EQ(shell_line(manifest, {{object(trace::ObjectKind::memory, "n", "1234")}}), std::nullopt);
}

// What any POSIX shell makes of the line.
std::string run_by_hand(const suite::Manifest& manifest, const trace::Input& input) {
  const auto line = shell_line(manifest, input);
  if (!line) return "no line";
  std::FILE* output = ::popen(line->c_str(), "r");
  std::string text;
  for (int c; (c = std::fgetc(output)) != EOF;) text += static_cast<char>(c);
  ::pclose(output);
  return text;
}

TEST(Reproduce, VariablesMayHaveNamesThatNoShellCanSet) {
  const suite::Manifest manifest{
      .program = "/usr/bin/printenv", .command = {"printenv", "a.b c"}, .strategy = {}, .options = {}};
  const trace::Input input{
      {object(trace::ObjectKind::environment, "V", "1"), object(trace::ObjectKind::environment, "a.b c", "it's")}};
  EXPECT_EQ(run_by_hand(manifest, input), "it's\n");
}

TEST(Reproduce, ShellsMakeTheInputOfTheLine) {
  using namespace std::string_literals;
  const suite::Manifest cat{.program = "/bin/cat", .command = {"cat"}, .strategy = {}, .options = {}};
  const suite::Manifest print{
      .program = "/usr/bin/printf", .command = {"printf", "%s|"}, .strategy = {}, .options = {}};
  const suite::Manifest tell{
      .program = "/usr/bin/printenv", .command = {"printenv", "V"}, .strategy = {}, .options = {}};
  for (const std::string& text : {"-n\0\0"s, "--"s, "%s\\n"s, "a\n"s, "\xff'\"$HOME\t"s, "\0017"s, ""s}) {
    EXPECT_EQ(run_by_hand(cat, {{object(trace::ObjectKind::standard_input, "stdin", text)}}), text);
  }
  for (const std::string& text : {"-n"s, "it's"s, "a b\\n%d"s, "\xff\n\n"s, "\n"s, "-\x01"s, "`$x`"s, ""s}) {
    EXPECT_EQ(run_by_hand(print, {{object(trace::ObjectKind::argument, "arg", text)}}), text + "|");
    EXPECT_EQ(run_by_hand(tell, {{object(trace::ObjectKind::environment, "V", text)}}), text + "\n");
  }
}

TEST(Reports, KnowTheirFilesByTheirExactNames) {
  EXPECT_EQ(kCorpusNames.of(7), "test000007");
  EXPECT_EQ(kKtestNames.of(1'234'567), "test1234567.ktest");
  EXPECT_EQ(kTestcompNames.of(7), "testcase-7.xml");
  for (const FileNames& names : {kCorpusNames, kKtestNames, kTestcompNames}) {
    for (const std::uint32_t number : {1u, 123'456u, 7'654'321u}) EXPECT_TRUE(names.contain(names.of(number)));
    for (const char* other :
         {"test", "test_main.c", "testing.md", "test1", "test0000001", "test000001x", "test-1.xml", "test000001.ktest~",
          "test.ktest", "test-results.xml", "testcase-01.xml", "testcase-.xml", "test99999999999", "xtest000001"}) {
      EXPECT_FALSE(names.contain(other)) << other;
    }
  }
  EXPECT_TRUE(kTestcompNames.contain("metadata.xml"));
  EXPECT_FALSE(kKtestNames.contain("metadata.xml"));
}

TEST(Reproduce, InputsAreToldInWords) {
  const trace::Input input{
      {object(trace::ObjectKind::standard_input, "stdin", "abcdef"), object(trace::ObjectKind::file, "A", "\n")}};
  EXPECT_EQ(describe_input(input, 3), "standard input \"abc\"..., file A \"\\n\"");
  EXPECT_EQ(describe_input({}, 3), "no symbolic input");
}

TEST(BugWords, EveryKindHasSome) {
  EXPECT_NE(bug_words("SIGSEGV").summary, bug_words("SIGABRT").summary);
  EXPECT_NE(bug_words("SIGXCPU").summary.find("SIGXCPU"), std::string::npos);
}

}  // namespace
}  // namespace cairn::cli
