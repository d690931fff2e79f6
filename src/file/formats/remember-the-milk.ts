import { readTypedDuration } from '#src/domain/time/duration.ts';
import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import { entriesIn, fieldsIn, isFields, numberIn, textsIn } from '#src/file/source/json.ts';
import { ruleText } from '#src/file/source/rules.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { knownZone, whenAt, type When } from '#src/file/source/when.ts';

/** True for an export of Remember the Milk. */
export function isRememberTheMilk(value: unknown): value is Fields {
  if (!isFields(value) || !Array.isArray(value['tasks']) || !Array.isArray(value['lists'])) return false;
  return entriesIn(value['tasks']).every((task) => 'series_id' in task) && isFields(value['config']);
}

const PRIORITIES: Readonly<Partial<Record<string, number>>> = { P1: 1, P2: 2, P3: 3 };

/** Reads an export. Days are midnights in the zone of its settings. */
export function readRememberTheMilk(file: Fields, context: ReadContext): ReadFile {
  const draft = new Draft('rtm', context);
  const zone = knownZone(textOf(fieldsIn(file['config'])['timezone']));
  const lists = entriesIn(file['lists']);
  for (const list of lists)
    if (list['smart'] !== true)
      draft.collection({ id: idOf(list['id']), name: textOf(list['name']) }, idOf(list['id']));
  for (const tag of entriesIn(file['tags'])) draft.label(textOf(tag['name']));
  const notes = Map.groupBy(entriesIn(file['notes']), (note) => idOf(note['series_id']));
  const places = new Map(
    entriesIn(file['locations']).map((each) => [idOf(each['id']), textOf(each['name'])]),
  );
  for (const task of entriesIn(file['tasks'])) {
    const texts = (notes.get(idOf(task['series_id'])) ?? []).map((note) =>
      [note['title'], note['content']].map(textOf).filter(Boolean).join('\n'),
    );
    readTask(
      draft,
      task,
      [...texts, textOf(task['url']), places.get(idOf(task['location_id'])) ?? ''],
      zone,
      context,
    );
  }
  if (entriesIn(file['reminders']).length > 0) draft.tellOnce('REMINDER_LEFT_OUT');
  for (const list of [...lists.filter((each) => each['smart'] === true), ...entriesIn(file['smart_lists'])]) {
    const [id, name, query] = [
      idOf(list['id']),
      textOf(list['name']),
      textOf(list['query']) || textOf(list['filter']),
    ];
    draft.tell(id, name, 'QUERY_AS_TEXT', query);
    draft.filter(id, name, query, false, id);
  }
  return draft.finish();
}

function readTask(
  draft: Draft,
  task: Fields,
  texts: readonly string[],
  zone: string | null,
  context: ReadContext,
): void {
  const [id, name] = [idOf(task['id']), textOf(task['name'])];
  const notes = [...texts];
  const keep = (reason: Loss, line: string) => {
    notes.push(line);
    draft.tell(id, name, reason, line);
  };
  if ((numberIn(task['date_trashed']) ?? 0) > 0) return draft.refuse(id, name, 'IN_TRASH');
  const whenOf = (field: string): When | null => {
    const at = numberIn(task[field]);
    const isTime = task[`${field}_has_time`] === true;
    const when = at === null ? null : whenAt(at, isTime ? null : zone, context);
    return when && (isTime ? when : { ...when, time: null, zone: null });
  };
  const [due, start] = [whenOf('date_due'), whenOf('date_start')];
  if (due && start && start.date !== due.date) keep('DATE_IN_NOTES', `Start: ${start.date}`);
  const when = due ?? start;
  const text = textOf(task['repeat']);
  const rule = text === '' ? null : ruleText(text, when, context);
  if (text !== '' && (rule === null || when === null)) keep('REPEAT_IN_NOTES', text);
  const estimate = textOf(task['estimate']);
  const duration = estimate === '' ? null : readTypedDuration(estimate);
  if (estimate !== '' && duration === null) keep('FIELD_IN_NOTES', `Estimate: ${estimate}`);
  const list = idOf(task['list_id']);
  draft.task(
    {
      id,
      name,
      notes,
      collection: draft.hasCollection(list) ? list : draft.inbox(),
      parent: idOf(task['parent_id']),
      when,
      duration,
      priority: PRIORITIES[textOf(task['priority'])] ?? 4,
      labels: textsIn(task['tags']),
      repeat: rule === null ? null : { rule, from: task['repeat_every'] === true ? 'date' : 'completion' },
      createdAt: numberIn(task['date_created']),
      isDone: (numberIn(task['date_completed']) ?? 0) > 0,
      completedAt: numberIn(task['date_completed']),
    },
    id,
  );
}
