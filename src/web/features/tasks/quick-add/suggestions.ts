import { foldText, NO_NAMES, type NameIndex } from '#src/domain/quick-add/name-index.ts';
import type { QuickAddContext, Span, UnknownName } from '#src/domain/quick-add/types.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { cleanName } from '#src/domain/clean-text.ts';

type Kind = UnknownName['kind'];

/** What can stand at the caret, behind a sign. */
export interface Suggestion {
  readonly kind: Kind;
  readonly name: string;
  /** Whether it comes into being when it is chosen. */
  readonly isNew: boolean;
}

/** The sign and the letters behind it, up to the caret, and what they may become. */
export interface Suggested extends Span {
  readonly options: readonly Suggestion[];
  /** Whether the first one is what Enter chooses. */
  readonly isFirstChosen: boolean;
}

const SHOWN = 6;
const NAME_LIMITS = {
  collection: LIMITS.collectionName,
  section: LIMITS.sectionName,
  label: LIMITS.labelName,
};

/**
 * What to suggest at the caret; null where no sign stands before it. `kindOf`: what a sign means. `home`: the name of the collection that
 * the task is in.
 */
export function suggestionsAt(
  text: string,
  caret: number,
  kindOf: (sign: string) => Kind | null,
  indices: Pick<QuickAddContext, 'collections' | 'labels' | 'sections'>,
  home: string | null,
): Suggested | null {
  const sign = signBefore(text, caret, kindOf);
  if (!sign) return null;
  const { from, kind } = sign;
  const query = text.slice(from + 1, caret);
  if (kind === 'section' && home === null) return null;
  const index = {
    collection: indices.collections,
    label: indices.labels,
    section: indices.sections.get(home ?? '') ?? NO_NAMES,
  }[kind];
  const found = matching(index, query);
  // Words behind a name are of the task.
  if (/\s/.test(query) && found.length === 0) return null;
  const name = cleanName(query);
  const isExact = index.names.has(foldText(name));
  const options: Suggestion[] = found.slice(0, SHOWN).map((each) => ({ kind, name: each, isNew: false }));
  const canBeNew = /^\p{L}[^\s,;]*$/u.test(name) && name.length <= NAME_LIMITS[kind];
  if (canBeNew && !isExact) options.push({ kind, name, isNew: true });
  if (options.length === 0 || (isExact && found.length === 1)) return null;
  return { from, to: caret, options, isFirstChosen: query !== '' && found.length > 0 && !isExact };
}

/** The last sign that a name can follow to the caret, at the beginning of a word. */
function signBefore(text: string, caret: number, kindOf: (sign: string) => Kind | null) {
  const least = Math.max(0, caret - LIMITS.collectionName - 1);
  for (let from = caret - 1; from >= least; from--) {
    const sign = text[from] ?? '';
    if (/[\p{L}\p{N}\s]/u.test(sign) || (from > 0 && !/\s/.test(text[from - 1] ?? ''))) continue;
    const kind = kindOf(sign);
    if (kind) return { from, kind };
  }
  return null;
}

/** The names that begin so, then those in which a word does. */
function matching({ names }: NameIndex, query: string): string[] {
  const folded = foldText(query);
  const [first, later]: [string[], string[]] = [[], []];
  for (const [key, same] of names) {
    if (key.startsWith(folded)) first.push(...same);
    else if (key.includes(` ${folded}`)) later.push(...same);
  }
  return [...first, ...later];
}
