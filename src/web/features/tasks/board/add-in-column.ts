import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { idSetOf } from '#src/domain/id-set.ts';
import type { ArrangedList, Grouping } from '#src/reading/lists/arrangement.ts';
import { PRIORITIES } from '#src/tables/task/table.ts';
import { NONE_KEY } from '#src/web/features/tasks/arranged/order-groups.ts';
import { openDialog, type NewTaskFields } from '#src/web/focus/dialogs.ts';

/** Opens the dialog that adds a task, with the fields that the tasks of a column share. */
export function openAddIn(list: ArrangedList, by: Grouping, column: string): void {
  openDialog({ kind: 'add-task', fields: fieldsIn(list, by, column === NONE_KEY ? '' : column) });
}

function fieldsIn(list: ArrangedList, by: Grouping, key: string): NewTaskFields {
  const ofList = list.startsWith('labelled:') ? [list.slice('labelled:'.length)] : [];
  const labels = idSetOf(by === 'label' && key !== '' ? [...ofList, key] : ofList);
  const own: NewTaskFields = {
    ...(labels !== '' && { labels }),
    ...(list.startsWith('in:') && { collectionId: list.slice('in:'.length) }),
  };
  switch (by) {
    case 'none':
    case 'label':
      return own;
    case 'day':
      return { ...own, date: key === '' ? null : (key as CalendarDay) };
    case 'collection':
      return { ...own, collectionId: key };
    case 'section':
      return { ...own, sectionId: key || null };
    case 'priority': {
      const priority = PRIORITIES.find((each) => String(each) === key);
      return priority === undefined ? own : { ...own, priority };
    }
  }
}
