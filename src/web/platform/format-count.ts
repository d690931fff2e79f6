import { interfaceLocale } from './interface-locale.ts';

const counts = new Intl.NumberFormat(interfaceLocale(), { maximumFractionDigits: 1 });

/** The number as the interface writes it, with at most one decimal place: 1,204. */
export function formatCount(count: number): string {
  return counts.format(count);
}
