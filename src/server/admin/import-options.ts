import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { minutesOf, parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { isKnownTimeZone } from '#src/domain/time/time-zone.ts';
import type { NumericOrder } from '#src/domain/time/numeric-order.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';

/** An import with the facts that the operator gives. Null: the account's own, or the present. */
export interface ImportCommand {
  readonly name: 'import';
  readonly who: string;
  readonly file: string;
  readonly zone: string | null;
  /** The local day and minute that the file is read at. */
  readonly now: { readonly date: CalendarDay; readonly minute: number } | null;
  readonly order: NumericOrder | null;
  readonly weekStart: Weekday | null;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
}

export const IMPORT_OPTIONS = {
  zone: { type: 'string' },
  now: { type: 'string' },
  order: { type: 'string' },
  'week-start': { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const ORDERS: readonly NumericOrder[] = ['mdy', 'dmy', 'ymd'];
/** In the order of ISO 8601, so that the index of a weekday is its number. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

type Values = { readonly [Name in keyof typeof IMPORT_OPTIONS]?: string | boolean | undefined };

/** The command, or the problem with its arguments. */
export function readImport(
  who: string | undefined,
  file: string | undefined,
  values: Values,
): ImportCommand | string {
  if (who === undefined) return 'Whose account? npm run admin -- import EMAIL FILE';
  if (file === undefined) return 'Which file? npm run admin -- import EMAIL FILE';
  const { zone = null, now: at = null, order: given = null, 'week-start': first = null } = values;
  if (zone !== null && !isKnownTimeZone(String(zone)))
    return `“${zone}” is no time zone, such as Europe/Paris.`;
  const now = at === null ? null : momentOf(String(at));
  if (at !== null && now === null) return '--now is a day and a time: 2026-11-26T09:00.';
  const order = ORDERS.find((each) => each === given) ?? null;
  if (given !== null && order === null) return `--order is one of ${ORDERS.join(', ')}.`;
  const weekStart = first === null ? null : WEEKDAYS.indexOf(String(first).toLowerCase());
  if (weekStart === -1) return `--week-start is one of ${WEEKDAYS.join(', ')}.`;
  return {
    name: 'import',
    who,
    file,
    zone: zone === null ? null : String(zone),
    now,
    order,
    weekStart: weekStart as Weekday | null,
    isDryRun: values['dry-run'] === true,
    isJson: values.json === true,
  };
}

function momentOf(text: string): ImportCommand['now'] {
  const [day = '', time = ''] = text.split('T');
  const [date, clock] = [parseCalendarDay(day), parseTimeOfDay(time)];
  return date && clock !== null ? { date, minute: minutesOf(clock) } : null;
}
