import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import { byNumber, entriesIn, fieldsIn, isFields, numberIn, textsIn } from '#src/file/source/json.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { dayOrTimeAt } from '#src/file/source/when.ts';

/** True for an answer of Any.do's sync, as scripts save it. */
export function isAnyDo(value: unknown): value is Fields {
  return isFields(value) && Array.isArray(fieldsIn(fieldsIn(value['models'])['task'])['items']);
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

export function readAnyDo(file: Fields, context: ReadContext): ReadFile {
  const draft = new Draft('anydo', context);
  const models = fieldsIn(file['models']);
  const itemsOf = (model: string) => entriesIn(fieldsIn(models[model])['items']);
  for (const list of itemsOf('category').toSorted(byNumber('position'))) {
    const [id, name] = [idOf(list['id']), textOf(list['name'])];
    if (list['isDeleted'] === true) draft.refuse(id, name, 'DELETED_THERE');
    else draft.collection({ id, name, color: textOf(list['color']) }, id);
  }
  const labels = new Map(itemsOf('label').map((label) => [idOf(label['id']), label]));
  for (const [id, label] of labels) draft.label(textOf(label['name']), id, textOf(label['color']));
  for (const task of itemsOf('task'))
    readTask(draft, task, (id) => textOf(labels.get(id)?.['name']), context);
  return draft.finish();
}

function readTask(draft: Draft, task: Fields, labelOf: (id: string) => string, context: ReadContext): void {
  const [id, name] = [idOf(task['globalTaskId']) || idOf(task['id']), textOf(task['title'])];
  const tell = (reason: Loss, detail = '') => draft.tell(id, name, reason, detail);
  const status = textOf(task['status']);
  if (status === 'DELETED') return draft.refuse(id, name, 'DELETED_THERE');
  const notes = [textOf(task['note'])];
  const due = numberIn(task['dueDate']);
  const when = due !== null && due > 0 ? dayOrTimeAt(due, null, context) : null;
  const method = textOf(task['repeatingMethod']).replace('TASK_REPEAT_', '');
  const isRepeating = method !== '' && method !== 'OFF';
  const freq = FREQUENCIES.find((each) => each === method);
  if (isRepeating && (freq === undefined || when === null)) {
    notes.push(`Repeats: ${method}`);
    tell('REPEAT_IN_NOTES', method);
  }
  const alert = fieldsIn(task['alert']);
  const offset = alert['type'] === 'OFFSET' ? numberIn(alert['offset']) : null;
  if (textOf(alert['type']) !== '' && alert['type'] !== 'NONE' && offset === null) tell('REMINDER_LEFT_OUT');
  const list = idOf(task['categoryId']);
  const isDone = status === 'CHECKED' || status === 'DONE';
  draft.task(
    {
      id,
      name,
      notes,
      collection: draft.hasCollection(list) ? list : draft.inbox(),
      parent: idOf(task['parentGlobalTaskId']),
      when,
      priority: task['priority'] === 'High' ? 1 : 4,
      labels: textsIn(task['labels']).map(labelOf),
      repeat: freq === undefined ? null : { rule: `FREQ=${freq}`, from: 'date' },
      reminders: offset === null ? [] : [{ minutesBefore: offset / 60 }],
      createdAt: numberIn(task['creationDate']),
      isDone,
      // The sync keeps no time of completion, but that of the last change.
      completedAt: isDone ? numberIn(task['lastUpdateDate']) : null,
    },
    id,
  );
}
