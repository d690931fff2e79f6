import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftReminder } from '#src/file/source/draft-task.ts';
import { entriesIn, fieldsIn, isFields, numberIn } from '#src/file/source/json.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantOfWhen, whenAt, type When } from '#src/file/source/when.ts';

/** True for a backup of Tasks.org. */
export function isTasksOrg(value: unknown): value is Fields {
  const tasks = isFields(value) ? fieldsIn(value['data'])['tasks'] : null;
  return (
    Array.isArray(tasks) &&
    tasks.length > 0 &&
    tasks.every((each) => isFields(each) && isFields(each['task']))
  );
}

/** Reads a backup. The accounts in it hold passwords: nothing of them is read. */
export function readTasksOrg(file: Fields, context: ReadContext): ReadFile {
  const draft = new Draft('tasks-org', context);
  const data = fieldsIn(file['data']);
  for (const list of entriesIn(data['caldavCalendars'])) {
    const color = (numberIn(list['color']) ?? 0) & 0xff_ff_ff;
    const hex = color === 0 ? '' : color.toString(16).padStart(6, '0');
    draft.collection({ id: idOf(list['uuid']), name: textOf(list['name']), color: hex }, idOf(list['uuid']));
  }
  for (const tag of entriesIn(data['tags'])) draft.label(textOf(tag['name']), idOf(tag['id']));
  for (const filter of entriesIn(data['filters']))
    draft.tell(`filter ${idOf(filter['id'])}`, textOf(filter['title']), 'FIELD_LEFT_OUT', 'filter');
  const items = entriesIn(data['tasks']).map((fields) => itemOf(fields, draft));
  const ids = new Map(items.flatMap((item) => namesOf(item).map((name) => [name, item.id])));
  const orderOf = ({ task }: Item) => numberIn(task['order']) ?? Number.MAX_VALUE;
  for (const item of items.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const named = parentNameOf(item);
    readTask(draft, item, named && (ids.get(named) ?? named), context);
  }
  return draft.finish();
}

interface Item {
  readonly fields: Fields;
  readonly task: Fields;
  /** The place of the task in a list that it was not moved away from; empty for none. */
  readonly place: Fields;
  readonly id: string;
}

/** Backups leave out the number of a task's row: its id is the one that all devices know. */
function itemOf(fields: Fields, draft: Draft): Item {
  const task = fieldsIn(fields['task']);
  const place = entriesIn(fields['caldavTasks']).find((each) => (numberIn(each['deleted']) ?? 0) === 0);
  const known = [task['remoteId'], task['id']].map(idOf).find((id) => id !== '' && id !== '0');
  const id = known ?? draft.countedId(JSON.stringify([task['title'], task['creationDate']]));
  return { fields, task, place: place ?? {}, id };
}

/** The names that sub-tasks have for a task: its id within its list, or the number of its row. */
function namesOf({ task, place }: Item): readonly string[] {
  return [nameInList(place, 'remoteId'), numberOf(task, 'id')].filter((name) => name !== null);
}

function parentNameOf({ task, place }: Item): string | null {
  return nameInList(place, 'remoteParent') ?? numberOf(task, 'parent');
}

function nameInList(place: Fields, field: string): string | null {
  const id = idOf(place[field]);
  return id === '' ? null : JSON.stringify([idOf(place['calendar']), id]);
}

function numberOf(task: Fields, field: string): string | null {
  const number = idOf(task[field]);
  return number === '' || number === '0' ? null : number;
}

function readTask(
  draft: Draft,
  { fields: item, task, place, id }: Item,
  parent: string | null,
  context: ReadContext,
): void {
  const where = idOf(task['id']) || id;
  const name = textOf(task['title']);
  const tell = (reason: Loss, detail = '') => draft.tell(where, name, reason, detail);
  if ((numberIn(task['deletionDate']) ?? 0) > 0) return draft.refuse(where, name, 'DELETED_THERE');
  const notes = [
    textOf(task['notes']),
    ...entriesIn(item['comments']).map((each) => textOf(each['message'])),
  ];
  const [due, start] = [whenOf(task['dueDate'], context), whenOf(task['hideUntil'], context)];
  const isEarlier = due !== null && start !== null && start.date !== due.date;
  const when = isEarlier ? start : (due ?? start);
  const repeat = repeatOf(task, when, context);
  const text = textOf(task['recurrence']);
  if (text !== '' && (repeat === null || when === null)) {
    notes.push(text);
    tell('REPEAT_IN_NOTES', text);
  }
  for (const file of entriesIn(item['attachments'])) tell('FILE_LEFT_OUT', textOf(file['name']));
  if (entriesIn(item['geofences']).length > 0) tell('PLACE_REMINDER');
  // Backups of old versions keep lists of Google Tasks apart.
  if (entriesIn(item['google']).length > 0) tell('FIELD_LEFT_OUT', 'list of Google Tasks');
  if ((numberIn(task['elapsedSeconds']) ?? 0) > 0) tell('FIELD_LEFT_OUT', 'time spent');
  const list = idOf(place['calendar']);
  draft.task(
    {
      id,
      name,
      notes,
      collection: draft.hasCollection(list) ? list : draft.inbox(),
      parent,
      when,
      deadline: isEarlier ? due.date : null,
      duration: (numberIn(task['estimatedSeconds']) ?? 0) / 60,
      priority: (numberIn(task['priority']) ?? numberIn(task['importance']) ?? 3) + 1,
      labels: entriesIn(item['tags']).map((tag) => textOf(tag['name'])),
      repeat,
      reminders: remindersOf(item, when, due, context, tell),
      createdAt: numberIn(task['creationDate']),
      isDone: (numberIn(task['completionDate']) ?? 0) > 0,
      completedAt: numberIn(task['completionDate']),
    },
    where,
  );
}

/** A time has a second in it, a day is stored at noon. */
function whenOf(value: unknown, context: ReadContext): When | null {
  const at = numberIn(value) ?? 0;
  const when = at > 0 ? whenAt(at, null, context) : null;
  return when && (Math.floor(at / 1_000) % 60 > 0 ? when : { ...when, time: null });
}

function repeatOf(task: Fields, when: When | null, context: ReadContext): SourceRepeat | null {
  const text = textOf(task['recurrence']);
  const rule = text === '' ? null : ruleText(text.replace(/;FROM=COMPLETION/i, ''), when, context);
  if (rule === null) return null;
  const isFromCompletion = numberIn(task['repeatFrom']) === 1 || /;FROM=COMPLETION/i.test(text);
  return { rule, from: isFromCompletion ? 'completion' : 'date' };
}

/** Alarms at an instant (0), before the start (1) and before the end (2). Others are random, snoozed or at places. */
function remindersOf(
  item: Fields,
  when: When | null,
  due: When | null,
  context: ReadContext,
  tell: (reason: Loss) => void,
): readonly DraftReminder[] {
  return entriesIn(item['alarms']).flatMap((alarm): readonly DraftReminder[] => {
    const [type, time] = [numberIn(alarm['type']), numberIn(alarm['time']) ?? 0];
    const base = type === 2 ? (due ?? when) : when;
    if (type === 0) return [{ at: time }];
    if ((type === 1 || type === 2) && base && base === when) return [{ minutesBefore: -time / 60_000 }];
    const at = type === 2 && base ? instantOfWhen(base, context) : null;
    if (at !== null) return [{ at: at + time }];
    tell(type === 5 || type === 6 ? 'PLACE_REMINDER' : 'REMINDER_LEFT_OUT');
    return [];
  });
}
