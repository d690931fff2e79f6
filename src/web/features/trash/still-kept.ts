import { addDays, localMidnight, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { TRASH_DAYS } from '#src/domain/trash-days.ts';

/** The ids that can still be restored. `ids`: the newest deletion first; `deletedAt`: ms since 1970 UTC. */
export function stillKept(
  ids: readonly string[],
  deletedAt: (id: string) => number,
  today: CalendarDay,
): readonly string[] {
  const oldest = localMidnight(addDays(today, -TRASH_DAYS));
  const end = ids.findIndex((id) => deletedAt(id) < oldest);
  return end < 0 ? ids : ids.slice(0, end);
}
