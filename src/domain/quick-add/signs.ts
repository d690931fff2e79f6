import { findName, foldText, NO_NAMES, type NameIndex } from './name-index.ts';
import type { Candidate } from './choose.ts';
import type { Token } from './tokens.ts';
import type { QuickAddContext, Span, Style, UnknownName } from './types.ts';

type Kind = UnknownName['kind'];

/** What stands before a name in the styles of other apps. */
const SIGNS: Readonly<Record<Style, Readonly<Record<string, Kind>>>> = {
  todoist: { '#': 'collection', '@': 'label', '/': 'section' },
  things: { '#': 'label', '/': 'section' },
  ticktick: { '~': 'collection', '^': 'collection', '#': 'label', '/': 'section' },
  'super-productivity': { '+': 'collection', '#': 'label', '/': 'section' },
  vikunja: { '+': 'collection', '*': 'label', '@': 'label', '/': 'section' },
};

export interface Signs {
  readonly candidates: readonly Candidate[];
  readonly unknown: readonly UnknownName[];
}

/** The collections, sections and labels that a text names by a sign. */
export function readSigns(text: string, tokens: readonly Token[], context: QuickAddContext): Signs {
  const candidates: Candidate[] = [];
  const unknown: UnknownName[] = [];
  let collection = context.collection;
  for (const token of tokens) {
    const kind = SIGNS[context.style][token.text];
    if (kind === undefined || token.isGlued || token.isLiteral) continue;
    const index = { collection: context.collections, label: context.labels, section: sectionsOf(collection) }[
      kind
    ];
    const named = readName(text, token.to, index);
    if (named === null) continue;
    if (named.name === null) {
      unknown.push({ kind, name: named.said, from: token.from, to: named.to });
      continue;
    }
    candidates.push({ found: [{ kind, value: named.name }], from: token.from, to: named.to, weight: WEIGHT });
    if (kind === 'collection') collection = named.name;
  }
  return { candidates, unknown };

  function sectionsOf(name: string | null): NameIndex {
    return (name === null ? undefined : context.sections.get(name)) ?? NO_NAMES;
  }
}

/** A sign says more than any word. */
const WEIGHT = 1_000;

/** The longest name of the index at `from`; where there is none, the word that stands there. Null where none stands there. */
function readName(
  text: string,
  from: number,
  index: NameIndex,
): ({ name: string | null; said: string } & Span) | null {
  const first = wordAt(text, from, from);
  if (first === null) return null;
  let best: { name: string; said: string; to: number } | null = null;
  for (let word: Span | null = first; word; word = wordAt(text, word.to, from)) {
    const whole = text.slice(from, word.to);
    const to = from + whole.replace(/[.,;:!?)\]}"']+$/u, '').length;
    for (const end of [word.to, to]) {
      const said = text.slice(from, end);
      const name = findName(said, index);
      if (name !== null && (best === null || end > best.to)) best = { name, said, to: end };
    }
    if (!index.beginnings.has(foldText(whole))) break;
  }
  if (best) return { ...best, from };
  const said = text.slice(first.from, first.to).replace(/[.,;:!?)\]}"']+$/u, '');
  return /^\p{L}/u.test(said) ? { name: null, said, from, to: from + said.length } : null;
}

/** The next run without blanks; the first one stands at `from` itself. */
function wordAt(text: string, from: number, start: number): Span | null {
  const pattern = from === start ? /\S+/uy : /\s+\S+/uy;
  pattern.lastIndex = from;
  const found = pattern.exec(text)?.[0];
  return found === undefined ? null : { from, to: from + found.length };
}
