import { Page } from '#src/web/ui/page/page.tsx';
import { Calendar } from './calendar.tsx';

/** All tasks by their days. */
export function CalendarPage() {
  return (
    <Page title="Calendar">
      <Calendar list={null} />
    </Page>
  );
}
