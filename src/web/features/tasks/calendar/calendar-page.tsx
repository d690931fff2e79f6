import { Page } from '#src/web/ui/page/page.tsx';
import { Calendar } from './calendar.tsx';

/** The page that shows all tasks in a calendar. */
export function CalendarPage() {
  return (
    <Page title="Calendar">
      <Calendar list={null} />
    </Page>
  );
}
