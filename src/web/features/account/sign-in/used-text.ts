import { interfaceLocale } from '#src/web/platform/interface-locale.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The last use of a device in words; both arguments in ms since 1970 UTC. Times are known to the hour, and
 * shown so.
 */
export function usedText(usedAt: number, now: number): string {
  const ago = now - usedAt;
  if (ago < 2 * HOUR_MS) return 'Used within the last two hours';
  const words = new Intl.RelativeTimeFormat(interfaceLocale(), { numeric: 'always' });
  if (ago < DAY_MS) return `Last used ${words.format(-Math.floor(ago / HOUR_MS), 'hour')}`;
  return `Last used ${words.format(-Math.floor(ago / DAY_MS), 'day')}`;
}
