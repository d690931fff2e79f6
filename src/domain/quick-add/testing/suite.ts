import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { indexNames } from '#src/domain/quick-add/name-index.ts';
import type { Language, QuickAddContext, QuickAddFields, Style } from '#src/domain/quick-add/types.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import type { NumericOrder } from '#src/domain/time/numeric-order.ts';

/** A context as the suite writes it. */
export interface SuiteContext {
  /** Local day and time, `YYYY-MM-DDTHH:MM`. */
  readonly now: string;
  readonly zone: string;
  /** 0 is Monday. */
  readonly weekStart: Weekday;
  readonly order: NumericOrder;
  readonly language: Language;
  readonly style: Style;
  readonly collections: readonly string[];
  readonly labels: readonly string[];
  readonly sections: Readonly<Record<string, readonly string[]>>;
  readonly collection: string | null;
  readonly dismissals: readonly string[];
}

const DEFAULTS: SuiteContext = {
  now: '2026-03-11T10:00',
  zone: 'Europe/Berlin',
  weekStart: 0,
  order: 'mdy',
  language: 'en',
  style: 'todoist',
  collections: ['Home', 'Work', 'Admin', 'Garden club'],
  labels: ['waiting'],
  sections: {},
  collection: null,
  dismissals: [],
};

/** The context of a case: the defaults of the suite with the changes of the case. */
export function contextOf(changes: Partial<SuiteContext>): QuickAddContext {
  const { now, collections, labels, sections, dismissals, ...rest } = { ...DEFAULTS, ...changes };
  const date = parseCalendarDay(now.slice(0, 10));
  if (!date) throw new Error(`${now} is no day.`);
  return {
    ...rest,
    now: { date, minute: Number(now.slice(11, 13)) * 60 + Number(now.slice(14)) },
    collections: indexNames(collections),
    labels: indexNames(labels),
    sections: new Map(Object.entries(sections).map(([name, all]) => [name, indexNames(all)])),
    dismissals: indexNames(dismissals),
  };
}
contextOf.defaults = DEFAULTS;

/** The fields that were found, without the empty ones. */
export function shortOf(fields: QuickAddFields): Partial<QuickAddFields> {
  const isFound = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFound(value)));
}
