import type { SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { knownZone, readStamp, whenAt, type When } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';

interface Due {
  readonly when: When | null;
  readonly repeat: SourceRepeat | null;
  /** The text, if it could not be read. */
  readonly leftover: string;
}

const NO_DUE: Due = { when: null, repeat: null, leftover: '' };

/** The date of Todoist: a stamp, local or in UTC, or words in one of its languages. */
export function dueInWords(text: string, language: string, zone: string, context: ReadContext): Due {
  if (text.trim() === '') return NO_DUE;
  const when = dueOfStamp(text, zone, context);
  if (when) return { when, repeat: null, leftover: '' };
  const worded = readWords(text, language, context);
  return worded ? { ...worded, leftover: '' } : { ...NO_DUE, leftover: text };
}

/** A stamp without a zone is a time wherever the user is; one in UTC belongs to `zone`. */
export function dueOfStamp(text: string, zone: string, context: ReadContext): When | null {
  const stamp = readStamp(text);
  if (!stamp) return null;
  if (stamp.instant !== null) return whenAt(stamp.instant, knownZone(zone), context);
  return { date: stamp.date, time: stamp.time, zone: null };
}
