import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import { markdownOf } from '#src/file/source/html.ts';
import { entriesIn, fieldsIn, isFields, numberIn, textsIn } from '#src/file/source/json.ts';
import { linkTo } from '#src/file/source/link.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { dayOrTimeAt, instantIn, readStamp, type When } from '#src/file/source/when.ts';
import { zoneNamed } from '#src/file/source/zone-names.ts';

/** True for the lists of Microsoft To Do with their tasks, as scripts save them from Microsoft Graph. */
export function isMicrosoftTodo(value: unknown): value is Fields {
  if (!isFields(value) || !Array.isArray(value['value'])) return false;
  const lists = entriesIn(value['value']);
  return lists.length > 0 && lists.every((list) => 'displayName' in list && Array.isArray(list['tasks']));
}

/** Reads the lists. A due date is the midnight of its owner in UTC. */
export function readMicrosoftTodo(file: Fields, context: ReadContext): ReadFile {
  const draft = new Draft('microsoft-todo', context);
  const lists = entriesIn(file['value']);
  const isPart = [file, ...lists].some((each) => '@odata.nextLink' in each || 'tasks@odata.nextLink' in each);
  if (isPart) draft.tellOnce('CUT_OFF', '@odata.nextLink');
  for (const list of lists) {
    const collection = draft.collection({ id: idOf(list['id']), name: textOf(list['displayName']) });
    for (const task of entriesIn(list['tasks'])) readTask(draft, task, collection, context);
  }
  return draft.finish();
}

function readTask(draft: Draft, task: Fields, collection: string, context: ReadContext): void {
  const [id, name] = [idOf(task['id']), textOf(task['title'])];
  const tell = (reason: Loss, detail = '') => draft.tell(id, name, reason, detail);
  const { content, contentType } = fieldsIn(task['body']);
  const text = textOf(content).replaceAll('\r\n', '\n');
  const notes = [contentType === 'html' ? markdownOf(text) : text];
  for (const link of entriesIn(task['linkedResources']))
    notes.push(linkTo(link['displayName'], link['webUrl']) ?? '');
  const [start, due] = [whenOf(task['startDateTime'], context), whenOf(task['dueDateTime'], context)];
  const when = start ?? due;
  const repeat = repeatOf(fieldsIn(task['recurrence']), when, context);
  if (isFields(task['recurrence']) && (repeat === null || when === null)) {
    const line = `Repeats: ${textOf(fieldsIn(fieldsIn(task['recurrence'])['pattern'])['type'])}`;
    notes.push(line);
    tell('REPEAT_IN_NOTES', line);
  }
  const status = textOf(task['status']);
  if (status === 'inProgress' || status === 'waitingOnOthers' || status === 'deferred')
    tell('FIELD_LEFT_OUT', status);
  if (task['importance'] === 'low') tell('PRIORITY_LOWERED', 'low');
  if (task['hasAttachments'] === true) tell('FILE_LEFT_OUT');
  const reminder = task['isReminderOn'] === true ? fieldsIn(task['reminderDateTime']) : {};
  const at = instantOf(reminder, context);
  if (at !== null && zoneOf(reminder) === null) tell('UNKNOWN_ZONE', textOf(reminder['timeZone']));
  draft.task(
    {
      id,
      name,
      notes,
      collection,
      when,
      deadline: start && due && start.date !== due.date ? due.date : null,
      priority: task['importance'] === 'high' ? 1 : 4,
      labels: textsIn(task['categories']),
      repeat,
      reminders: at === null ? [] : [{ at }],
      createdAt: instantIn(task['createdDateTime']),
      isDone: status === 'completed',
      completedAt: instantOf(fieldsIn(task['completedDateTime']), context),
    },
    id,
  );
  for (const step of entriesIn(task['checklistItems']))
    draft.task(
      {
        id: `${id} ${idOf(step['id'])}`,
        name: textOf(step['displayName']),
        collection,
        parent: id,
        isPart: true,
        createdAt: instantIn(step['createdDateTime']),
        isDone: step['isChecked'] === true,
        completedAt: instantIn(step['checkedDateTime']),
      },
      `${id}, step ${idOf(step['id'])}`,
    );
}

/** The instant of a time in its zone. One in an unknown zone counts where the user is. */
function instantOf(time: Fields, context: ReadContext): number | null {
  return instantIn(time['dateTime'], zoneOf(time) ?? context.zone);
}

function zoneOf({ timeZone }: Fields): string | null {
  return zoneNamed(textOf(timeZone) || 'UTC');
}

/** In UTC an instant, whose midnight is a day. In another zone the day is as written. */
function whenOf(value: unknown, context: ReadContext): When | null {
  const { dateTime, timeZone } = fieldsIn(value);
  const stamp = readStamp(textOf(dateTime));
  if (!stamp) return null;
  if (timeZone !== 'UTC') return { date: stamp.date, time: null, zone: null };
  const at = instantIn(dateTime);
  return at === null ? null : dayOrTimeAt(at, null, context);
}

const NTH: Readonly<Partial<Record<string, number>>> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
const FREQUENCIES: Readonly<Partial<Record<string, string>>> = {
  daily: 'DAILY',
  weekly: 'WEEKLY',
  absoluteMonthly: 'MONTHLY',
  relativeMonthly: 'MONTHLY',
  absoluteYearly: 'YEARLY',
  relativeYearly: 'YEARLY',
};

function repeatOf({ pattern, range }: Fields, when: When | null, context: ReadContext): SourceRepeat | null {
  const { type, interval, month, dayOfMonth, daysOfWeek, index, firstDayOfWeek } = fieldsIn(pattern);
  const freq = FREQUENCIES[textOf(type)];
  if (freq === undefined) return null;
  const short = (day: string) => day.slice(0, 2).toUpperCase();
  const nth = textOf(type).startsWith('relative') ? (NTH[textOf(index)] ?? 1) : '';
  const days = textsIn(daysOfWeek).map((day) => `${nth}${short(day)}`);
  const isAbsolute = textOf(type).startsWith('absolute');
  const end = fieldsIn(range);
  const parts = [
    `FREQ=${freq};INTERVAL=${numberIn(interval) ?? 1}`,
    freq === 'YEARLY' ? `BYMONTH=${numberIn(month) ?? 1}` : '',
    isAbsolute ? `BYMONTHDAY=${numberIn(dayOfMonth) ?? 1}` : '',
    !isAbsolute && days.length > 0 ? `BYDAY=${days.join(',')}` : '',
    end['type'] === 'numbered' ? `COUNT=${numberIn(end['numberOfOccurrences']) ?? 1}` : '',
    end['type'] === 'endDate' ? `UNTIL=${textOf(end['endDate']).replaceAll('-', '')}` : '',
    freq === 'WEEKLY' ? `WKST=${short(textOf(firstDayOfWeek) || 'monday')}` : '',
  ];
  const rule = ruleText(parts.filter(Boolean).join(';'), when, context);
  return rule === null ? null : { rule, from: 'date' };
}
