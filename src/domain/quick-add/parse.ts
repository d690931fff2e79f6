import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { chooseBest, placesOf, type Place } from './choose.ts';
import { fieldsOf, firstOf } from './fields.ts';
import { Reader } from '#src/domain/quick-add/grammar/reader.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { foldText, type NameIndex } from './name-index.ts';
import { nameWithout } from './name.ts';
import type { Reading } from './reading.ts';
import { allReadings } from './readings.ts';
import { readSigns } from './signs.ts';
import { settled } from './settle.ts';
import { standing } from './standing.ts';
import type { Part, QuickAddContext, QuickAddResult, Span } from './types.ts';

/**
 * Reads a typed line into the name of the task and its parts. Never fails: words that it does not understand
 * stay text.
 */
export function parseQuickAdd(text: string, context: QuickAddContext): QuickAddResult {
  const r = new Reader(text, context);
  const signs = readSigns(text, r.tokens, context);
  const readings = accepted(
    [...signs.readings, ...allReadings(r, context.style)],
    spanOf,
    text,
    context.dismissals,
  );
  const stands = standing(readings, r);
  const best = settled(chooseBest(stands, r.tokens), context);
  const chosen = comesNever(best, context)
    ? chooseBest(
        stands.filter(({ repeat }) => !repeat),
        r.tokens,
      )
    : best;
  const name = nameWithout(text, chosen.flatMap(spansOf));
  // Without these words no name would be left, so that all of the line is the name.
  if (name === null) return { ...asText(text, context), unknown: signs.unknown };
  const parts = chosen.flatMap(partsOf).toSorted((a, b) => a.from - b.from);
  const repeat = chosen.find((one) => one.repeat)?.repeat ?? null;
  return { name, parts, unknown: signs.unknown, fields: fieldsOf(name, parts, repeat, context) };

  function spanOf({ at, next }: Place): Span {
    return { from: r.tokens[at]?.from ?? 0, to: r.tokens[next - 1]?.to ?? 0 };
  }

  function spansOf(reading: Reading): Span[] {
    return placesOf(reading).map(spanOf);
  }

  function partsOf(reading: Reading): Part[] {
    return spansOf(reading).flatMap((span, i) =>
      reading.found
        .filter(({ kind }) => i === 0 || kind === 'repeat')
        .map((found): Part => ({ ...found, ...span })),
    );
  }
}

/** Says if the chosen repeat has no occurrence from its first day on. */
function comesNever(chosen: readonly Reading[], context: QuickAddContext): boolean {
  const found = chosen.flatMap((one) => one.found);
  const valueOf = (kind: 'date' | 'time') => found.find((one) => one.kind === kind)?.value ?? null;
  const repeat = chosen.find((one) => one.repeat)?.repeat;
  return (
    repeat !== undefined &&
    firstOf(repeat, valueOf('date') as CalendarDay | null, valueOf('time') as TimeOfDay | null, context) ===
      null
  );
}

/**
 * The wording that a user dismisses to keep a part as text. The same words stay text the next time, in any
 * case.
 */
export function wordingOf(text: string, { from, to }: Span): string {
  return foldText(text.slice(from, to));
}

/**
 * The readings without dismissed wordings, without readings that contain one, and without readings within
 * one.
 */
function accepted(
  readings: readonly Reading[],
  spanOf: (place: Place) => Span,
  text: string,
  dismissals: NameIndex,
): readonly Reading[] {
  if (dismissals.names.size === 0) return readings;
  const dismissed = readings
    .flatMap(placesOf)
    .filter((place) => dismissals.names.has(wordingOf(text, spanOf(place))));
  const isDismissed = ({ at, next }: Place) => dismissed.some((one) => one.at <= at && next <= one.next);
  return readings.filter((reading) => !placesOf(reading).some(isDismissed));
}

function asText(text: string, context: QuickAddContext): Omit<QuickAddResult, 'unknown'> {
  const name = nameWithout(text, []) ?? '';
  return { name, parts: [], fields: fieldsOf(name, [], null, context) };
}
