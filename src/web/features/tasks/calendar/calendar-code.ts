// One chunk: the page is the same calendar, of all tasks.
export { Calendar } from './calendar.tsx';
export { CalendarPage } from './calendar-page.tsx';
