import type { SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { knownZone, readStamp, whenAt, type When } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';

interface Due {
  readonly when: When | null;
  readonly repeat: SourceRepeat | null;
  /** The text, if it could not be read. */
  readonly leftover: string;
  /** True for a past day whose year the text leaves out. */
  readonly isYearAssumed: boolean;
}

const NO_DUE: Due = { when: null, repeat: null, leftover: '', isYearAssumed: false };

/** The date of Todoist: a stamp, local or in UTC, or words in one of its languages. */
export function dueInWords(text: string, language: string, zone: string, context: ReadContext): Due {
  if (text.trim() === '') return NO_DUE;
  const when = dueOfStamp(text, zone, context);
  if (when) return { ...NO_DUE, when };
  const worded = readWords(text, language, context);
  if (!worded) return { ...NO_DUE, leftover: text };
  const past = worded.repeat === null ? pastDayOfThisYear(text, worded.when, language, context) : null;
  return { ...NO_DUE, ...worded, ...(past && { when: past, isYearAssumed: true }) };
}

/**
 * A past day of this year, such as `3 Nov` or `3 Nov 17:15` at the end of November; null for any other text. An export
 * writes every year but its own, while quick add moves a past day to the next year.
 */
function pastDayOfThisYear(
  text: string,
  next: When | null,
  language: string,
  context: ReadContext,
): When | null {
  const today = context.now.date;
  const [, day = '', time = ''] = /^(.*?)(\s+\d{1,2}(?::\d\d|\s*[ap]m).*)?$/is.exec(text.trim()) ?? [];
  const past = readWords(`${day} ${today.slice(0, 4)}${time}`, language, context)?.when ?? null;
  if (!past || !next || past.date >= today || next.date < today) return null;
  return past.date.slice(4) === next.date.slice(4) ? past : null;
}

/** A stamp without a zone is a time wherever the user is; one in UTC belongs to `zone`. */
export function dueOfStamp(text: string, zone: string, context: ReadContext): When | null {
  const stamp = readStamp(text);
  if (!stamp) return null;
  if (stamp.instant !== null) return whenAt(stamp.instant, knownZone(zone), context);
  return { date: stamp.date, time: stamp.time, zone: null };
}
