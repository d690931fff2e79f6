import { momentText } from './receipt-texts.ts';
import { useClock } from './rows.ts';
import { useTimeZone } from './today.ts';

/** Writes instants (ms since 1970 UTC) as the user tells the time. */
export function useMoment(): (at: number) => string {
  const zone = useTimeZone();
  const clock = useClock();
  return (at) => momentText(at, zone, clock);
}
