/** A unit of days and durations. */
export type Unit = 'minute' | 'hour' | 'day' | 'workday' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/** The function of words in the sayings of all languages. */
export type Role =
  | 'every'
  | 'everyFromCompletion'
  | 'everyOther'
  | 'onEach'
  | 'outOf'
  | 'yes'
  | 'no'
  | 'dayOfMonth'
  | 'next'
  | 'nextButOne'
  | 'coming'
  | 'afterNext'
  | 'inAWeek'
  | 'inTwoWeeks'
  | 'this'
  | 'last'
  | 'in'
  | 'on'
  | 'at'
  | 'by'
  | 'within'
  | 'due'
  | 'noDate'
  | 'atFeast'
  | 'or'
  | 'atLatest'
  | 'severalTimes'
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
  | 'oneHour'
  | 'minutesPast'
  | 'minutesTo'
  | 'plusHalf'
  | 'plusQuarter'
  | 'minusQuarter'
  | 'plusMinutes'
  | 'minusMinutes'
  | 'lessMinutes'
  | 'roughly'
  | 'am'
  | 'pm'
  | 'night'
  | 'endOf'
  | 'startOf'
  | 'middleOf'
  | 'fromNow'
  | 'ago'
  | 'beforeTime'
  | 'inThe'
  | 'ofThe'
  | 'partAdverb'
  | 'yearWord'
  | 'afterCompletion'
  | 'ordinalEnding'
  | 'dayBefore'
  | 'topic'
  | 'determiner'
  | 'spanEnd'
  | 'duringThe'
  | 'long'
  | 'comparing'
  | 'moving'
  | 'person'
  | 'titleVerb';

/**
 * The words of a language for days, times and repeats. `|` separates words with the same meaning. Case,
 * accents and dots of abbreviations do not matter. A language is one file of this shape, and its line in
 * `packs.ts`.
 */
export interface LanguagePack {
  /** The weekdays, from Monday. */
  readonly weekdays: readonly string[];
  /** The words for every such day (`on mondays`), from Monday. */
  readonly everyWeekday: readonly string[];
  /** The months, from January. */
  readonly months: readonly string[];
  /** The words for days, by their distance from today. */
  readonly days: Readonly<Record<number, string>>;
  readonly units: Readonly<Record<Unit, string>>;
  /** The numbers, from one. They include a word for one that also is an article. */
  readonly numbers: readonly string[];
  /** The numbers above twelve that people say as minutes, hours and days. */
  readonly largeNumbers: Readonly<Record<number, string>>;
  /** The ordinals, from first; -1 is the last, -2 the last but one. */
  readonly ordinals: Readonly<Record<number, string>>;
  /** Words that are a time of day on their own. */
  readonly times: Readonly<Record<string, string>>;
  /** Times that follow a day, `morning`. */
  readonly dayParts: Readonly<Record<string, string>>;
  /** A day and a time in one: `tonight` is `20:00`, a word for tomorrow morning `1 09:00`, one day ahead. */
  readonly todayAt: Readonly<Record<string, string>>;
  /** Adverbs of frequency, such as `daily`, by the words that would follow `every`. */
  readonly adverbs: Readonly<Record<string, string>>;
  /** Feasts by their month and day, `12-24`; `easter` is its Sunday. */
  readonly feasts: Readonly<Record<string, string>>;
  /** Words for a number of units, `fortnight`: the equivalent number and unit. */
  readonly spans: Readonly<Record<string, string>>;
  readonly roles: Readonly<Partial<Record<Role, string>>>;
  /**
   * Words with another meaning as common: they count only at the end of the text, or beside a date or a time.
   */
  readonly weak: string;
  /** Words that nearly always mean something else: they count only directly beside a date or a time. */
  readonly weaker: string;
  /** Words that introduce a name: `meet`. A weak word after one of them is that name. */
  readonly beforeNames: string;
  /**
   * Words that tie the day after them to the topic of the text: `about`, `up to`. That day is no date of the
   * task.
   */
  readonly before: string;
  /** Words that may follow a short saying (`at 5 with Ben`) without belonging to it. */
  readonly after: string;
  /** Sayings that look like dates and are none: `black friday`. */
  readonly sayings: string;
  /** Words for counted or numbered things: `5 km`, `chapter 3/10`. */
  readonly counted: string;
  /** True where the hours 1 to 6 alone mean the afternoon. */
  readonly isTwelveHours: boolean;
  /** True where a day and its part are one word: `Freitagabend`. */
  readonly joinsWords: boolean;
  /** The words that are shorter before a vowel, by their short form: `d'` for `de`. */
  readonly elides: Readonly<Record<string, string>>;
  /** True where case endings say `of`: `pierwszy piątek kwietnia`. */
  readonly hasCases: boolean;
  /** True where the words for every such day are adverbs, which name no thing: `montags`. */
  readonly hasDayAdverbs: boolean;
  /** True where weekdays and months have capitals, so that these mark no name. */
  readonly hasCapitalDays: boolean;
  /** True where nouns have capitals, so that a capital does not mark a name. */
  readonly hasCapitalNouns: boolean;
}
