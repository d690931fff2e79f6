const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When a device was last used, in words; both in ms since 1970 UTC. What is known to the hour is said to the hour. */
export function usedText(usedAt: number, now: number): string {
  const ago = now - usedAt;
  if (ago < 2 * HOUR_MS) return 'Used within the last two hours';
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
  if (ago < DAY_MS) return `Last used ${words.format(-Math.floor(ago / HOUR_MS), 'hour')}`;
  return `Last used ${words.format(-Math.floor(ago / DAY_MS), 'day')}`;
}
