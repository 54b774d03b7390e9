"use strict";
(() => {
  const MOST_SHOWN = 30;
  const BEFORE = 120;
  const MOST_CHARACTERS = 600;
  const WEIGHTS = { title: 5, head: 5, heading: 3, text: 1 };
  const input = document.getElementById("searchInput");
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

  const WHOLE = 3;
  const START = 2;
  const INSIDE = 1;
  const LETTER = /[\p{L}\p{N}]/u;
  const LATIN = /^[\p{Script=Latin}\p{N}]/u;
  const ENDED = /^(?:ing|ed|s)?(?![\p{L}\p{N}])/u;

  // Where a term is, and as what: other scripts than Latin set no blanks that would tell where a word begins.
  function places(text, term, most = Infinity) {
    const isLatin = LATIN.test(term);
    const found = [];
    for (let at = text.indexOf(term); at >= 0 && found.length < most; at = text.indexOf(term, at + term.length)) {
      const end = at + term.length;
      let fit = WHOLE;
      if (isLatin && at && LETTER.test(text[at - 1])) fit = INSIDE;
      else if (isLatin && !ENDED.test(text.slice(end, end + 4)) && LETTER.test(text[end - 1])) fit = START;
      if (isLatin && term.length === 1 && (fit !== WHOLE || LETTER.test(text[end] || ""))) continue;
      found.push({ at, end, fit });
    }
    return found;
  }

  function fitOf(text, term) {
    return Math.max(0, ...places(text, term, 200).map(({ fit }) => fit));
  }

  function rate(page, terms) {
    const fits = terms.map(({ text }) => [fitOf(page.foldedTitle, text), fitOf(page.foldedHead, text)]);
    const inHead = fits.map(([title, head]) => (WEIGHTS.title * title + WEIGHTS.head * head) / WHOLE);
    let best = null;
    const holds = fits.map((each) => Math.max(...each));
    for (const passage of page.passages) {
      const parts = terms.map(({ text }, at) => {
        const found = places(passage.folded, text, 20);
        const times = found.reduce((sum, { fit }) => sum + fit / WHOLE, 0);
        const inHeading = fitOf(passage.foldedHeading, text);
        holds[at] = Math.max(holds[at], inHeading, ...found.map(({ fit }) => fit));
        return WEIGHTS.heading * (inHeading / WHOLE) + WEIGHTS.text * (times / (times + 1.2));
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
      each.fit = each.holds.reduce((sum, fit) => sum + fit, 0);
      each.allInHead = each.inHead.every(Boolean);
      each.score = terms.reduce((sum, _, at) => sum + rarity[at] * (each.inHead[at] + each.best.parts[at]), 0);
    }
    rated.sort((a, b) => b.held - a.held || b.fit - a.fit || b.allInHead - a.allInHead || b.score - a.score || a.page.number - b.page.number);
    return { terms, rated };
  }

  function ranges(folded, terms) {
    const marks = [];
    for (const { text } of terms) {
      const found = places(folded, text);
      const least = found.some(({ fit }) => fit > INSIDE) ? START : INSIDE;
      for (const { at, end, fit } of found) if (fit >= least) marks.push([at, end]);
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

  // The question stands in the address, so that going back brings it and what it found back.
  function keep(question) {
    const address = new URL(location.href);
    if (question) address.searchParams.set("q", question);
    else address.searchParams.delete("q");
    if (address.href === location.href) return;
    try {
      history.replaceState(null, "", address);
    } catch {
      // Some browsers refuse it for files, or for now; the search works without.
    }
  }

  function search() {
    const question = input.value;
    keep(question.trim() ? question : "");
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
