import { momentText } from './receipt-texts.ts';
import { useClock } from './rows.ts';
import { useTimeZone } from './today.ts';

/** Writes instants (ms since 1970 UTC) as the user tells the time; those of the same day as `near` by the time alone. */
export function useMoment(): (at: number, near?: number) => string {
  const zone = useTimeZone();
  const clock = useClock();
  return (at, near) => momentText(at, zone, clock, near);
}
