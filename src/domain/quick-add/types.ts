import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { DueText } from '#src/domain/repeat/due-text.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { NumericOrder } from '#src/domain/time/numeric-order.ts';
import type { NameIndex } from './name-index.ts';

/** The languages of days, times and repeats. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'nl', 'it', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The apps that lend their signs for collections, labels and priorities. */
export const STYLES = ['todoist', 'things', 'ticktick', 'super-productivity', 'vikunja'] as const;
export type Style = (typeof STYLES)[number];

/** The facts that decide the meaning of a day, a time or a repeat. */
export interface DayContext {
  /** The user's local day, and the minute of it, 0 to 1439. */
  readonly now: { readonly date: CalendarDay; readonly minute: number };
  /** IANA name. `in 2 hours` counts hours that pass, also on a day when the clocks change. */
  readonly zone: string;
  /** 0 is Monday. */
  readonly weekStart: Weekday;
  readonly order: NumericOrder;
  readonly language: Language;
}

/** All facts that decide the meaning of a typed line. */
export interface QuickAddContext extends DayContext {
  readonly style: Style;
  readonly collections: NameIndex;
  readonly labels: NameIndex;
  /** The sections of each collection, by the collection's name. */
  readonly sections: ReadonlyMap<string, NameIndex>;
  /**
   * The collection of the task when the line names none. A section without a collection is looked up in it.
   */
  readonly collection: string | null;
  /** The wordings in this language that the user keeps as text, see `wordingOf`. */
  readonly dismissals: NameIndex;
}

/** A place in the text, in UTF-16 code units; `to` is the first one after it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * A part of the line that was understood, in the order of the text. Parts overlap only when one wording gives
 * both (`tonight`: a day and a time); their spans are equal then.
 */
export type Part = Span &
  /** Null for `no date`: the task has none, even where a new task would get one. */
  (
    | { readonly kind: 'date'; readonly value: CalendarDay | null }
    | { readonly kind: 'time'; readonly value: TimeOfDay }
    /** Minutes. */
    | { readonly kind: 'duration'; readonly value: number }
    | { readonly kind: 'deadline'; readonly value: CalendarDay }
    | { readonly kind: 'priority'; readonly value: Priority }
    /** Names as they are stored. */
    | { readonly kind: 'collection'; readonly value: string }
    | { readonly kind: 'section'; readonly value: string }
    | { readonly kind: 'label'; readonly value: string }
    /** The text of an RRULE. */
    | { readonly kind: 'repeat'; readonly value: string; readonly repeatFrom: RepeatFrom }
    | { readonly kind: 'reminder'; readonly value: Reminder }
  );

export type PartKind = Part['kind'];
export type Priority = 1 | 2 | 3 | 4;
export type RepeatFrom = 'date' | 'completion';
/** The minutes before the task's time, or a moment. */
export type Reminder = number | DueText;

/** A sign with a name that does not exist. It stays text, and the app offers to make it. */
export interface UnknownName extends Span {
  readonly kind: 'collection' | 'section' | 'label';
  readonly name: string;
}

/**
 * The fields of a task from its line: its name, and null or an empty list for fields that the line leaves
 * out.
 */
export interface QuickAddFields {
  readonly name: string;
  /** The day. It may be the first day of a repeat, or the day of a time without a day. */
  readonly date: CalendarDay | null;
  readonly time: TimeOfDay | null;
  readonly duration: number | null;
  readonly deadline: CalendarDay | null;
  readonly priority: Priority | null;
  readonly collection: string | null;
  readonly section: string | null;
  readonly labels: readonly string[];
  readonly repeat: string | null;
  readonly repeatFrom: RepeatFrom | null;
  readonly reminders: readonly Reminder[];
}

export interface QuickAddResult {
  /** The text without its parts, as it is stored. All of the text when nothing else would be left. */
  readonly name: string;
  readonly parts: readonly Part[];
  readonly unknown: readonly UnknownName[];
  readonly fields: QuickAddFields;
}
