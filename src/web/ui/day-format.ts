import { interfaceLocale } from '#src/web/platform/interface-locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A format of days in UTC, as they are stored. Formatters are slow to make and every row needs one, so that
 * each is made once.
 */
export function dayFormat(
  options: Readonly<Intl.DateTimeFormatOptions>,
  locale: string = interfaceLocale(),
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}
