import { numericOrder } from '#src/domain/time/numeric-order.ts';

/**
 * The locale of days on screen: English, as all other texts, with day and month in the order of the browser's language. `locale`: the
 * browser's.
 */
export function interfaceLocale(locale: string = navigator.language): string {
  if (/^en(?:-|$)/i.test(locale)) return locale;
  return numericOrder(locale) === 'mdy' ? 'en-US' : 'en-GB';
}
