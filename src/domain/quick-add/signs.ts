import { findName, foldText, NO_NAMES, type NameIndex } from './name-index.ts';
import type { Reading } from './reading.ts';
import type { Token } from './tokens.ts';
import type { QuickAddContext, Span, Style, UnknownName } from './types.ts';

type Kind = UnknownName['kind'];

/** The signs before names in the styles of other apps. */
const SIGNS: Readonly<Record<Style, Readonly<Record<string, Kind>>>> = {
  todoist: { '#': 'collection', '@': 'label', '/': 'section' },
  things: { '#': 'label', '/': 'section' },
  ticktick: { '~': 'collection', '^': 'collection', '#': 'label', '/': 'section' },
  'super-productivity': { '+': 'collection', '#': 'label', '/': 'section' },
  vikunja: { '+': 'collection', '*': 'label', '@': 'label', '/': 'section' },
};

export interface Signs {
  readonly readings: readonly Reading[];
  readonly unknown: readonly UnknownName[];
}

/** The collections, sections and labels that a text names by a sign. */
export function readSigns(text: string, tokens: readonly Token[], context: QuickAddContext): Signs {
  const readings: Reading[] = [];
  const unknown: UnknownName[] = [];
  let collection = context.collection;
  let behindCollection = -1;
  for (const [at, token] of tokens.entries()) {
    const kind = SIGNS[context.style][token.text];
    const isBehind = kind === 'section' && behindCollection === at;
    if (kind === undefined || token.isLiteral || (token.isGlued && !isBehind)) continue;
    const index = { collection: context.collections, label: context.labels, section: sectionsOf(collection) }[
      kind
    ];
    const named = readName(text, token.to, index);
    if (named === null) continue;
    if (named.name === null) {
      unknown.push({ kind, name: named.typed, from: token.from, to: named.to });
      // After its collection, `/` can only mean a section: one to be made.
      if (!isBehind) continue;
    }
    const next = nextToken(at, named.to);
    readings.push({
      at,
      next,
      found: [{ kind, value: named.name ?? named.typed }],
      strength: 'sure',
      isSign: true,
    });
    if (kind !== 'collection') continue;
    collection = named.name;
    behindCollection = next;
  }
  return { readings, unknown };

  /** The token after a name that ends at `to`. */
  function nextToken(at: number, to: number): number {
    let next = at + 1;
    while ((tokens[next]?.from ?? Infinity) < to) next++;
    return next;
  }

  function sectionsOf(name: string | null): NameIndex {
    return (name === null ? undefined : context.sections.get(name)) ?? NO_NAMES;
  }
}

/** The longest name of the index at `from`, or else the word there with `name` null. Null without a word. */
function readName(
  text: string,
  from: number,
  index: NameIndex,
): ({ name: string | null; typed: string } & Span) | null {
  const quoted = /"([^"]+)"/uy;
  quoted.lastIndex = from;
  const inside = quoted.exec(text);
  if (inside)
    return { name: findName(inside[1] ?? '', index), typed: inside[1] ?? '', from, to: quoted.lastIndex };
  const first = wordAt(text, from, from);
  if (first === null) return null;
  let best: { name: string; typed: string; to: number } | null = null;
  for (let word: Span | null = first; word; word = wordAt(text, word.to, from)) {
    const whole = text.slice(from, word.to);
    const to = from + whole.replace(/[.,;:!?)\]}"']+$/u, '').length;
    const slash = text.indexOf('/', word.from);
    for (const end of slash > 0 && slash < to ? [word.to, to, slash] : [word.to, to]) {
      const typed = text.slice(from, end);
      const name = findName(typed, index);
      if (name !== null && (best === null || end > best.to)) best = { name, typed, to: end };
    }
    if (!index.beginnings.has(foldText(whole))) break;
  }
  if (best) return { ...best, from };
  const typed = text
    .slice(first.from, first.to)
    .replace(/\/.*/u, '')
    .replace(/[.,;:!?)\]}"']+$/u, '');
  return /^\p{L}/u.test(typed) ? { name: null, typed, from, to: from + typed.length } : null;
}

/** The next run without blanks; the first run begins at `from` itself. */
function wordAt(text: string, from: number, start: number): Span | null {
  const pattern = from === start ? /\S+/uy : /\s+\S+/uy;
  pattern.lastIndex = from;
  const found = pattern.exec(text)?.[0];
  return found === undefined ? null : { from, to: from + found.length };
}
