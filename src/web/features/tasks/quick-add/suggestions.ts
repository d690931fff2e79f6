import { foldText, NO_NAMES, type NameIndex } from '#src/domain/quick-add/name-index.ts';
import type { QuickAddContext, Span, UnknownName } from '#src/domain/quick-add/types.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { cleanName } from '#src/domain/clean-text.ts';

type Kind = UnknownName['kind'];

/** A name that can follow the sign at the caret. */
export interface Suggestion {
  readonly kind: Kind;
  readonly name: string;
  /** True if choosing the name creates it. */
  readonly isNew: boolean;
}

/** The sign and the letters behind it, up to the caret, with the names that can replace them. */
export interface Suggested extends Span {
  readonly options: readonly Suggestion[];
  /** True if Enter chooses the first option: behind a whole name there is nothing left to choose. */
  readonly isFirstChosen: boolean;
}

const SHOWN = 6;
const NAME_LIMITS = {
  collection: LIMITS.collectionName,
  section: LIMITS.sectionName,
  label: LIMITS.labelName,
};

/**
 * The suggestions at the caret; null without a sign before it. `kindOf`: the kind of name that a sign means. `home`: the name of the
 * task's collection.
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
  // Words after a name belong to the name of the task.
  if (/\s/.test(query) && found.length === 0) return null;
  const name = cleanName(query);
  const isExact = index.names.has(foldText(name));
  const options: Suggestion[] = found.slice(0, SHOWN).map((each) => ({ kind, name: each, isNew: false }));
  const canBeNew = /^\p{L}[^\s,;]*$/u.test(name) && name.length <= NAME_LIMITS[kind];
  if (canBeNew && !isExact) options.push({ kind, name, isNew: true });
  if (options.length === 0 || (isExact && found.length === 1)) return null;
  return { from, to: caret, options, isFirstChosen: !isExact };
}

/** The last sign before the caret that is at the beginning of a word and can have a name. */
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

/** The names that begin with the query, then the names with a later word that does. */
function matching({ names }: NameIndex, query: string): string[] {
  const folded = foldText(query);
  const [first, later]: [string[], string[]] = [[], []];
  for (const [key, same] of names) {
    if (key.startsWith(folded)) first.push(...same);
    else if (key.includes(` ${folded}`)) later.push(...same);
  }
  return [...first, ...later];
}
