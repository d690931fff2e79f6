import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import { entriesIn, isFields } from '#src/file/source/json.ts';
import { linkTo } from '#src/file/source/link.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantIn } from '#src/file/source/when.ts';

/** True for the tasks of Google Takeout. */
export function isGoogleTasks(value: unknown): value is Fields {
  return isFields(value) && value['kind'] === 'tasks#taskLists' && Array.isArray(value['items']);
}

/** Reads the lists of Takeout. A due date is a day in UTC, in any zone of its owner. */
export function readGoogleTasks(file: Fields, context: ReadContext): ReadFile {
  const draft = new Draft('google-tasks', context);
  draft.tellOnce('TIMES_LEFT_OUT');
  const lists = entriesIn(file['items']);
  for (const list of lists)
    draft.collection({ id: idOf(list['id']), name: textOf(list['title']) }, idOf(list['id']));
  // Positions are texts of twenty digits.
  const byPosition = (a: Fields, b: Fields) =>
    textOf(a['position']) < textOf(b['position']) ? -1 : Number(a['position'] !== b['position']);
  for (const list of lists)
    for (const task of entriesIn(list['items']).toSorted(byPosition)) readTask(draft, task, idOf(list['id']));
  return draft.finish();
}

function readTask(draft: Draft, task: Fields, collection: string): void {
  const [id, name] = [idOf(task['id']), textOf(task['title'])];
  if (task['deleted'] === true) return draft.refuse(id, name, 'DELETED_THERE');
  const { notes, due, status, completed, parent } = task;
  const links = entriesIn(task['links']).map((link) => linkTo(link['description'], link['link']) ?? '');
  const date = parseCalendarDay(textOf(due).slice(0, 10));
  draft.task(
    {
      // Different tasks of an export may have one id.
      id: draft.ownId(id, JSON.stringify([collection, name, notes, due, status, completed, parent])),
      name,
      notes: [textOf(notes), ...links],
      collection,
      parent: idOf(parent),
      when: date && { date, time: null, zone: null },
      createdAt: instantIn(task['created']),
      isDone: status === 'completed',
      completedAt: instantIn(completed),
    },
    id,
  );
}
