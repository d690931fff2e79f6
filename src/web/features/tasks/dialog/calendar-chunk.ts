import { chunk } from '#src/web/feedback/chunk.tsx';

export const calendarChunk = chunk(() => import('./calendar-popover.tsx'));
export const CalendarPopover = calendarChunk.part((module) => module.CalendarPopover);
