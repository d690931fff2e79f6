import { chunk } from '#src/web/feedback/chunk.tsx';

export const calendarChunk = chunk(() => import('./calendar-code.ts'));
export const Calendar = calendarChunk.page((module) => module.Calendar);
