// The style sheet and the few lines of script of the page. Everything works without the script but copying, filtering
// and the keys.
#pragma once

#include <string_view>

namespace cairn::cli {

inline constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --bg: #fff; --fg: #1c2128; --dim: #59636e; --line: #d1d9e0; --soft: #f3f5f7;
  --link: #0757ba; --good: #1a7f37; --hit: #e6f6ea; --bad: #c2232b; --miss: #fdeceb; --part: #fff6d6; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --bg: #12161b; --fg: #dfe5eb; --dim: #98a3ae; --line: #333b44;
  --soft: #1b2128; --link: #6cb0ff; --good: #4ac26b; --hit: #14301d; --bad: #ff7b72; --miss: #3a1a1c; --part: #362c0c;
  --warn: #e3b341; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
h1 { margin: 1.2rem 0 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.25rem; }
h3 { margin: .2rem 0; font-size: 1.05rem; }
p { margin: .4rem 0; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible { outline: 3px solid var(--link);
  outline-offset: 2px; }
nav { position: sticky; top: 0; z-index: 1; background: var(--bg); border-bottom: 1px solid var(--line); }
nav ul { max-width: 76rem; margin: 0 auto; padding: .5rem 1rem; display: flex; gap: 1.2rem; flex-wrap: wrap;
  list-style: none; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--bg); }
.dim { color: var(--dim); } .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; margin: 1rem 0; }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.card b { display: block; font-size: 1.5rem; line-height: 1.2; } .card.bad { border-color: var(--bad); }
.card.bad b, .bad { color: var(--bad); }
.bar { display: block; height: .4rem; min-width: 4rem; border-radius: .2rem; background: var(--line); overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--good); } .bar.down i { background: var(--bad); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; max-width: 34rem; margin-top: .2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--dim); font-weight: 600; }
.bug { border: 1px solid var(--bad); border-left-width: .4rem; border-radius: .4rem; padding: .6rem .9rem; margin: .7rem 0;
  overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; }
details > :not(summary) { margin-left: .8rem; margin-right: .8rem; }
summary { cursor: pointer; padding: .45rem .8rem; overflow-wrap: anywhere; }
details:target, tr:target td, article:target { outline: 2px solid var(--link); outline-offset: -2px; }
code, pre, .src { font: .85rem/1.45 ui-monospace, monospace; }
pre { margin: .3rem 0; padding: .5rem .7rem; background: var(--soft); border-radius: .3rem; overflow-x: auto; }
.cmd { display: flex; gap: .5rem; align-items: flex-start; } .cmd pre { flex: 1; white-space: pre-wrap; overflow-wrap: anywhere; }
button { font: inherit; font-size: .85rem; padding: .3rem .6rem; border: 1px solid var(--line); border-radius: .3rem;
  background: var(--soft); color: var(--fg); cursor: pointer; margin-top: .3rem; }
input[type=search] { font: inherit; width: 100%; max-width: 26rem; padding: .35rem .6rem; border: 1px solid var(--line);
  border-radius: .3rem; background: var(--bg); color: var(--fg); }
details > .srcbox { margin: 0; overflow-x: auto; content-visibility: auto; contain-intrinsic-size: auto 30rem; }
.src td { padding: 0 .5rem; border: 0; white-space: pre; } .src .num { color: var(--dim); }
.src a { text-decoration: none; color: inherit; } .src a.bad { color: var(--bad); font-weight: 600; } .src .t a { color: var(--link); margin-right: .4rem; }
.src .hit td { background: var(--hit); } .src .miss td { background: var(--miss); } .src .part td { background: var(--part); }
.src .say { color: var(--warn); font-family: system-ui, sans-serif; font-size: .8rem; margin-left: 1.5rem; }
.src .miss .num:nth-child(2) { color: var(--bad); }
svg { width: 100%; min-width: 34rem; height: auto; max-height: 20rem; } svg text { fill: var(--dim); font: 12px system-ui, sans-serif; }
svg .grid { stroke: var(--line); } svg .branches { stroke: var(--good); } svg .lines { stroke: var(--link); stroke-dasharray: 5 3; }
svg .plain { fill: var(--dim); } svg .random { fill: var(--warn); } svg .learnt { fill: var(--good); } svg .seeded { fill: var(--bad); }
svg .b { fill: var(--good); } svg .l { fill: var(--link); } svg path { fill: none; stroke-width: 2; }
@media (max-width: 40rem) { th, td { padding: .3rem .35rem; } .hide { display: none; } h1 { font-size: 1.3rem; } }
@media print { nav, button, input { display: none; } }
)css";

inline constexpr std::string_view kScript = R"js(
for (const button of document.querySelectorAll('button.copy')) button.onclick = async () => {
  const text = button.parentElement.querySelector('pre').textContent;
  try { await navigator.clipboard.writeText(text); } catch (e) {
    const area = document.createElement('textarea'); area.value = text; document.body.append(area);
    area.select(); document.execCommand('copy'); area.remove(); button.focus(); }
  button.textContent = 'copied'; setTimeout(() => button.textContent = 'copy', 1500);
};
const filter = document.getElementById('filter');
if (filter) filter.oninput = () => {
  const wanted = filter.value.toLowerCase();
  for (const test of document.querySelectorAll('#tests details.test'))
    test.hidden = !test.textContent.toLowerCase().includes(wanted);
};
// A link into something folded opens it.
const unfold = () => {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = place; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  if (place) { place.hidden = false; place.scrollIntoView(); }
};
addEventListener('hashchange', unfold); unfold();
// n and p: the next and the previous place that no test reaches.
addEventListener('keydown', event => {
  if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { n: 1, p: -1 }[event.key]; if (!step) return;
  const rows = [...document.querySelectorAll('tr.miss, tr.part')].filter((row, i, all) =>
    row.className !== (row.previousElementSibling || {}).className);
  if (!rows.length) return;
  const now = rows.findIndex(row => '#' + row.id === location.hash);
  location.hash = rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : (now + step + rows.length) % rows.length].id;
});
)js";

}  // namespace cairn::cli
