import * as z from 'zod/mini';
import { parseCalendarDay, type CalendarDay } from '#src/domain/calendar-day.ts';
import { isColorHex, type ColorHex } from '#src/domain/colors.ts';
import { LIMITS } from '#src/domain/limits.ts';

// zod would otherwise try `new Function`, which the Content-Security-Policy forbids and the console reports.
z.config({ jitless: true });

/** Text that every database and every device holds alike: no NUL (PostgreSQL refuses it), no lone surrogate. */
function text(maxLength: number) {
  return z.string().check(
    // Not zod's maxLength, which counts code points.
    z.refine((value) => value.length <= maxLength, `must have ${maxLength} characters at most`),
    z.refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'must be well-formed text without NUL',
    ),
  );
}

function title(maxLength: number) {
  return text(maxLength).check(z.refine((value) => value.trim() !== '', 'must not be blank'));
}

/** An id made by a client. Only UUIDs, so that no id can be mistaken for anything else in a key, path or log. */
export const id = z.uuid();
/** Milliseconds since 1970 UTC, up to the last instant a Date can hold. */
export const instant = z.int().check(z.nonnegative(), z.maximum(8.64e15));
export const day = z.custom<CalendarDay>(
  (value) => typeof value === 'string' && parseCalendarDay(value) !== null,
  'must be a calendar day, YYYY-MM-DD',
);
export const color = z.custom<ColorHex>(
  (value) => typeof value === 'string' && isColorHex(value),
  'must be one of the twelve colors',
);
/** A place among others: any finite number. */
export const position = z.number();
export const taskName = title(LIMITS.taskName);
export const taskDescription = text(LIMITS.taskDescription);
export const collectionName = title(LIMITS.collectionName);
