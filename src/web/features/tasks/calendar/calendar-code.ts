// One chunk: the page shows the same calendar, with all tasks.
export { Calendar } from './calendar.tsx';
export { CalendarPage } from './calendar-page.tsx';
