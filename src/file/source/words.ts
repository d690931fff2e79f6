import { NO_NAMES } from '#src/domain/quick-add/name-index.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import { readDue } from '#src/domain/quick-add/read.ts';
import { LANGUAGES, type Language } from '#src/domain/quick-add/types.ts';
import type { SourceRepeat } from './rules.ts';
import type { ReadContext } from './source.ts';
import type { When } from './when.ts';

/** A name for the line that quick add reads: it holds no word for a day in any language. */
const NAME = 'Import';

interface Worded {
  readonly when: When | null;
  readonly repeat: SourceRepeat | null;
}

/** The most texts of a file whose meaning is kept. */
const MOST_KNOWN = 10_000;

/** The meaning of texts by the context that they were read in: many tasks of a file have the same words. */
const known = new WeakMap<ReadContext, Map<string, Worded | null>>();

/**
 * A day, a time and a repeat in words, by the parser of quick add. Null unless it understands every word: a part of
 * `every day at 9 in Rome` could be another day than the one that was meant.
 */
export function readWords(text: string, language: string, context: ReadContext): Worded | null {
  const texts = known.get(context) ?? new Map<string, Worded | null>();
  known.set(context, texts);
  const key = JSON.stringify([language, text]);
  const before = texts.get(key);
  if (before !== undefined) return before;
  const worded = readIn(text, language, context);
  if (texts.size < MOST_KNOWN) texts.set(key, worded);
  return worded;
}

function readIn(text: string, language: string, context: ReadContext): Worded | null {
  const own = LANGUAGES.find((each) => each === language.toLowerCase().slice(0, 2));
  for (const each of new Set<Language>([own ?? 'en', 'en'])) {
    const due = readDue(text, { ...context, language: each });
    if (due) return { when: { ...due, zone: null }, repeat: null };
    const found = readLine(text, each, context);
    if (found) return found;
  }
  return null;
}

function readLine(text: string, language: Language, context: ReadContext): Worded | null {
  const { name, fields } = parseQuickAdd(`${NAME} ${text}`, {
    ...context,
    language,
    style: 'todoist',
    collections: NO_NAMES,
    labels: NO_NAMES,
    sections: new Map(),
    collection: null,
    dismissals: NO_NAMES,
  });
  const { date, time, repeat, repeatFrom } = fields;
  const isMore = fields.duration !== null || fields.deadline !== null || fields.priority !== null;
  if (name !== NAME || isMore || fields.reminders.length > 0 || (date === null && repeat === null))
    return null;
  return {
    when: date && { date, time, zone: null },
    repeat: repeat === null ? null : { rule: repeat, from: repeatFrom ?? 'date' },
  };
}
