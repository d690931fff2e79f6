const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of days, in UTC, as they are kept. It is dear to make and is asked for in every row, so each is made once. */
export function dayFormat(
  options: Readonly<Intl.DateTimeFormatOptions>,
  locale: string = navigator.language,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}
