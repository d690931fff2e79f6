import { interfaceLocale } from '#src/web/platform/interface-locale.ts';

/** An instant (ms since 1970 UTC) in full, in `timeZone`: `Friday, 27 November 2026 at 14:05`. */
export function fullTime(at: number, timeZone: string): string {
  const format = { timeZone, dateStyle: 'full', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(interfaceLocale(), format).format(at);
}
