/** A unit of time in which days and durations are counted. */
export type Unit = 'minute' | 'hour' | 'day' | 'workday' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/** What words do in the sayings of all languages. */
export type Role =
  | 'every'
  | 'everyFromCompletion'
  | 'everyOther'
  | 'next'
  | 'this'
  | 'last'
  | 'in'
  | 'on'
  | 'at'
  | 'by'
  | 'due'
  | 'deadline'
  | 'from'
  | 'to'
  | 'until'
  | 'for'
  | 'times'
  | 'starting'
  | 'of'
  | 'the'
  | 'and'
  | 'half'
  | 'halfPast'
  | 'halfTo'
  | 'nextAfter'
  | 'quarterPast'
  | 'quarterTo'
  | 'oclock'
  | 'am'
  | 'pm'
  | 'night'
  | 'endOf'
  | 'startOf'
  | 'fromNow'
  | 'ago'
  | 'beforeTime'
  | 'inThe'
  | 'afterCompletion'
  | 'ordinalEnding';

/**
 * The words of a language, for days, times and repeats. Where several say the same, `|` stands between them. Case, accents and dots of
 * abbreviations do not matter. A language is one file of this shape, and its line in `packs.ts`.
 */
export interface LanguagePack {
  /** The weekdays, from Monday. */
  readonly weekdays: readonly string[];
  /** The words for each such day (`on mondays`), from Monday. */
  readonly everyWeekday: readonly string[];
  /** The months, from January. */
  readonly months: readonly string[];
  /** Days by how far they are from today. */
  readonly days: Readonly<Record<number, string>>;
  readonly units: Readonly<Record<Unit, string>>;
  /** The numbers begin with one. What also is an article stands there too. */
  readonly numbers: readonly string[];
  /** The ordinals, from first; -1 is the last, -2 the last but one. */
  readonly ordinals: Readonly<Record<number, string>>;
  /** Times of day that are said by a word on their own. */
  readonly times: Readonly<Record<string, string>>;
  /** Times that follow a day, `morning`. */
  readonly dayParts: Readonly<Record<string, string>>;
  /** A day and a time in one, `tonight`: its time, today. */
  readonly todayAt: Readonly<Record<string, string>>;
  /** How often in a word: `daily`, by what stands behind `every`. */
  readonly adverbs: Readonly<Record<string, string>>;
  readonly roles: Readonly<Partial<Record<Role, string>>>;
  /** Words that mean something else as often: they count only at the end of the text, or beside a date or a time. */
  readonly weak: string;
  /** Words that nearly always mean something else: they count only right beside a date or a time. */
  readonly weaker: string;
  /** Words of which a name follows: `meet`. A weak word behind them is that name. */
  readonly beforeNames: string;
  /** Words behind which a day belongs to what is spoken of: `about`, `up to`. */
  readonly before: string;
  /** Words that may follow a short saying (`at 5 with Ben`) without being part of it. */
  readonly after: string;
  /** Sayings that are no dates though they look like it: `black friday`. */
  readonly sayings: string;
  /** Words of what is counted or numbered: `5 km`, `chapter 3/10`. */
  readonly counted: string;
  /** Whether hours of 1 to 6 without more are those of the afternoon. */
  readonly isTwelveHours: boolean;
  /** Whether nouns have capitals, so that a capital says nothing of a name. */
  readonly hasCapitalNouns: boolean;
}
