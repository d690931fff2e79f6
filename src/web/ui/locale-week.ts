export interface Week {
  /** Weekdays as in ISO 8601: 1 is Monday, 7 Sunday. */
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

/** The week of a locale; that of ISO 8601 if the browser does not know. */
export function localeWeek(locale: string = navigator.language): Week {
  const { getWeekInfo } = new Intl.Locale(locale) as { getWeekInfo?: () => Week };
  return getWeekInfo?.call(new Intl.Locale(locale)) ?? { firstDay: 1, weekend: [6, 7] };
}
