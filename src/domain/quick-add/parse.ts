import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { chooseBest, placesOf, type Place } from './choose.ts';
import { fieldsOf, firstOf } from './fields.ts';
import { Reader } from '#src/domain/quick-add/grammar/reader.ts';
import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import { foldText, type NameIndex } from './name-index.ts';
import { nameWithout } from './name.ts';
import type { Reading } from './reading.ts';
import { allReadings } from './readings.ts';
import { readSigns } from './signs.ts';
import { standing } from './standing.ts';
import type { Part, QuickAddContext, QuickAddResult, Span } from './types.ts';

/** Reads a line as it is typed: what the task is called, and what else the line says of it. Never fails: what is not understood is text. */
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
  const best = chooseBest(stands, r.tokens);
  const chosen = comesNever(best, context)
    ? chooseBest(
        stands.filter(({ repeat }) => !repeat),
        r.tokens,
      )
    : best;
  const name = nameWithout(text, chosen.flatMap(spansOf));
  // Nothing else would be left: then it is all text.
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

/** Whether a repeat among them has no time at all from its first day on. */
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

/** What the user has to dismiss for a part to be text, and for it to stay so: the same words, in whatever case, are text next time. */
export function wordingOf(text: string, { from, to }: Span): string {
  return foldText(text.slice(from, to));
}

/** The readings without those that the user dismissed in whole or in part, and without what lies in the words of one. */
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
