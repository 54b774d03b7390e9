"use strict";
(() => {
  const MOST_SHOWN = 30;
  const BEFORE = 120;
  const MOST_CHARACTERS = 600;
  const WEIGHTS = { title: 5, head: 5, heading: 3, text: 1 };
  const input = document.getElementById("q");
  const form = input.form;
  const results = document.getElementById("results");
  const found = document.getElementById("found");
  const status = document.getElementById("status");
  const index = document.getElementById("index");
  const stopwords = new Set(KB.stopwords);

  // Case, accents and the width of letters make no difference, as in `kb search`.
  function fold(text) {
    const lower = text.toLowerCase();
    if (/^[\x00-\x7f]*$/.test(lower)) return lower;
    return lower.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "").replace(/\u00df/g, "ss");
  }

  // Folded text, and for each of its characters where it comes from.
  function foldWithPlaces(text) {
    let folded = "";
    const places = [];
    let place = 0;
    for (const character of text) {
      const part = fold(character);
      folded += part;
      for (let i = 0; i < part.length; i++) places.push(place);
      place += character.length;
    }
    places.push(text.length);
    return { folded, places };
  }

  const pages = KB.pages.map((page, number) => ({
    ...page,
    number,
    foldedTitle: fold(page.title),
    foldedHead: fold(page.head + "\n" + page.path),
    passages: page.passages.map(([anchor, heading, text]) => ({
      anchor, heading, text, foldedHeading: fold(heading), folded: fold(text),
    })),
  }));

  // Common endings of English words are left off, so that "rollouts" finds "rollout".
  function trim(word) {
    if (!/^[a-z]+$/.test(word)) return word;
    for (const ending of ["ing", "ed", "s"]) {
      if (word.endsWith(ending) && word.length - ending.length >= 4) return word.slice(0, -ending.length);
    }
    return word;
  }

  function termsOf(question) {
    const words = [];
    for (const [, phrase, word] of fold(question).matchAll(/"([^"]+)"|([^\s"]+)/g)) {
      const plain = (phrase || word).trim().replace(/^[^\p{L}\p{N}\p{M}.]+|[^\p{L}\p{N}\p{M}+#]+$/gu, "");
      if (plain) words.push({ text: phrase ? plain : trim(plain), shown: plain, common: stopwords.has(plain) });
    }
    const telling = words.filter((word) => !word.common);
    const terms = telling.length ? telling : words;
    return terms.filter((term, at) => terms.findIndex((other) => other.text === term.text) === at);
  }

  function count(text, term) {
    let times = 0;
    for (let at = text.indexOf(term); at >= 0 && times < 20; at = text.indexOf(term, at + term.length)) times++;
    return times;
  }

  function rate(page, terms) {
    const inHead = terms.map(({ text }) =>
      WEIGHTS.title * page.foldedTitle.includes(text) + WEIGHTS.head * page.foldedHead.includes(text));
    let best = null;
    const holds = inHead.map(Boolean);
    for (const passage of page.passages) {
      const parts = terms.map(({ text }, at) => {
        const times = count(passage.folded, text);
        const own = WEIGHTS.heading * passage.foldedHeading.includes(text) + WEIGHTS.text * (times / (times + 1.2));
        if (own) holds[at] = true;
        return own;
      });
      const held = parts.filter(Boolean).length;
      const sum = parts.reduce((total, part) => total + part, 0);
      if (!best || held > best.held || (held === best.held && sum > best.sum)) best = { passage, held, sum, parts };
    }
    return { page, best, inHead, holds };
  }

  function rank(question) {
    const terms = termsOf(question);
    const rated = terms.length ? pages.map((page) => rate(page, terms)).filter(({ holds }) => holds.some(Boolean)) : [];
    const rarity = terms.map((_, at) => {
      const holding = rated.filter(({ holds }) => holds[at]).length;
      return Math.log(1 + (pages.length - holding + 0.5) / (holding + 0.5));
    });
    for (const each of rated) {
      each.held = each.holds.filter(Boolean).length;
      each.allInHead = each.inHead.every(Boolean);
      each.score = terms.reduce((sum, _, at) => sum + rarity[at] * (each.inHead[at] + each.best.parts[at]), 0);
    }
    rated.sort((a, b) => b.held - a.held || b.allInHead - a.allInHead || b.score - a.score || a.page.number - b.page.number);
    return { terms, rated };
  }

  function ranges(folded, terms) {
    const marks = [];
    for (const { text } of terms) {
      for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + text.length)) {
        marks.push([at, at + text.length]);
      }
    }
    marks.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const joined = [];
    for (const [start, end] of marks) {
      const last = joined[joined.length - 1];
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else joined.push([start, end]);
    }
    return joined;
  }

  // The part of a text around its first term, with every term in it set off.
  function write(element, text, terms, limit) {
    const { folded, places } = foldWithPlaces(text);
    const marks = ranges(folded, terms).map(([start, end]) => [places[start], Math.max(places[end], places[start] + 1)]);
    let start = marks.length && limit ? Math.max(0, marks[0][0] - BEFORE) : 0;
    if (start) start = text.indexOf(" ", start) + 1 || start;
    if (marks.length && start > marks[0][0]) start = marks[0][0];
    let end = limit ? Math.min(text.length, start + limit) : text.length;
    if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), marks.length ? marks[0][1] : 0) || end;
    let done = start;
    if (start) element.append("\u2026 ");
    for (const [from, to] of marks) {
      if (from < done || to > end) continue;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(from, to);
      element.append(text.slice(done, from), mark);
      done = to;
    }
    element.append(text.slice(done, end) + (end < text.length ? " \u2026" : ""));
  }

  function make(tag, className) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    return element;
  }

  function item({ page, best, holds }, terms) {
    const entry = make("li");
    const link = make("a");
    link.href = page.address + (best.passage.anchor ? "#" + encodeURIComponent(best.passage.anchor) : "");
    write(link, page.title, terms);
    const where = make("p", "where");
    const heading = best.passage.heading && best.passage.heading !== page.title ? ` \u203a ${best.passage.heading}` : "";
    where.textContent = `${page.kind} \u00b7 ${page.path}${heading}`;
    const passage = make("p", "passage");
    write(passage, best.passage.text, terms, MOST_CHARACTERS);
    entry.append(link, where, passage);
    const missing = terms.filter((_, at) => !holds[at]);
    if (missing.length) {
      const line = make("p", "missing");
      line.textContent = "without " + missing.map(({ shown }) => shown).join(", ");
      entry.append(line);
    }
    return entry;
  }

  function say(rated, terms) {
    if (!terms.length) return "Type a word to search for.";
    if (!rated.length) return "No page holds any of these terms.";
    const full = rated.filter(({ held }) => held === terms.length).length;
    const some = rated.length - full;
    const pagesOf = (number) => `${number} ${number === 1 ? "page" : "pages"}`;
    const parts = full ? [`${pagesOf(full)} with every term`] : ["No page with every term"];
    if (some) parts.push(`${pagesOf(some)} with some`);
    if (rated.length > MOST_SHOWN) parts.push(`the best ${MOST_SHOWN} are shown`);
    return parts.join(", ") + ".";
  }

  function search() {
    const question = input.value;
    const asked = question.trim() !== "";
    results.hidden = !asked;
    index.hidden = asked;
    if (!asked) return;
    const { terms, rated } = rank(question);
    status.textContent = say(rated, terms);
    found.replaceChildren(...rated.slice(0, MOST_SHOWN).map((each) => item(each, terms)));
  }

  function move(step) {
    const stops = [input, ...found.querySelectorAll("li > a")];
    const at = stops.indexOf(document.activeElement);
    if (at < 0) return false;
    const next = stops[Math.min(Math.max(at + step, 0), stops.length - 1)];
    next.focus();
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && !results.hidden) {
      input.value = "";
      search();
      input.focus();
    } else if ((event.key === "ArrowDown" && move(1)) || (event.key === "ArrowUp" && move(-1))) {
      event.preventDefault();
    }
  });
  input.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  input.value = new URLSearchParams(location.search).get("q") || "";
  search();
})();
