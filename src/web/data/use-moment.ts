import { momentText } from './receipt-texts.ts';
import { useClock } from './rows.ts';
import { useTimeZone } from './today.ts';

/**
 * Writes instants (ms since 1970 UTC) in the user's clock and zone; on the same day as `near`, the time
 * alone.
 */
export function useMoment(): (at: number, near?: number) => string {
  const zone = useTimeZone();
  const clock = useClock();
  return (at, near) => momentText(at, zone, clock, near);
}
