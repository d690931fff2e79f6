import type { CalendarDay } from '#src/domain/time/calendar-day.ts';

/**
 * The needs of a reading: nothing (`sure`); that no name or title has it (`plain`); the end of the text or something else that was
 * understood beside it (`edge`); the latter in any case (`beside`), or right before it (`behind`).
 */
export type Strength = 'sure' | 'plain' | 'edge' | 'beside' | 'behind';

export interface DayRead {
  readonly date: CalendarDay;
  readonly next: number;
  readonly strength: Strength;
}

export function sure(date: CalendarDay | null, next: number): DayRead | null {
  return date && { date, next, strength: 'sure' };
}
