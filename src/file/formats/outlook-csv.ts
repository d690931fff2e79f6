import type { NumericOrder } from '#src/domain/time/numeric-order.ts';
import { readWrittenDay } from '#src/domain/time/typed-day.ts';
import { readTypedTime } from '#src/domain/time/typed-time.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { readCsv, recordsBelow, type CsvRecord } from '#src/file/source/csv.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantOfWhen, noonOf } from '#src/file/source/when.ts';
import { orderAmong } from './numeric-order.ts';

/** The columns of Outlook in English and German. */
const COLUMNS = {
  name: ['subject', 'betreff'],
  notes: ['notes', 'notizen'],
  start: ['start date', 'beginnt am'],
  due: ['due date', 'fällig am'],
  isReminded: ['reminder on/off', 'erinnerung ein/aus'],
  reminderDay: ['reminder date', 'erinnerung am'],
  reminderTime: ['reminder time', 'erinnerung um'],
  completed: ['date completed', 'abgeschlossen am', 'erledigt am'],
  percent: ['% complete', '% abgeschlossen'],
  status: ['status'],
  categories: ['categories', 'kategorien'],
  priority: ['priority', 'priorität'],
} as const;
const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat());
/** The values of other columns that say nothing. */
const EMPTY = new Set(['0', 'false', 'falsch', 'aus', 'normal', '']);

/** True for the header of tasks that Outlook has exported. */
export function isOutlookHeader(cells: readonly string[]): boolean {
  const names = new Set(cells.map((cell) => cell.trim().toLowerCase()));
  const has = (meaning: keyof typeof COLUMNS) => COLUMNS[meaning].some((name) => names.has(name));
  return has('name') && has('isReminded') && has('due');
}

/** Reads the tasks of Outlook. The order of its dates is that of Windows, and one date in the file may decide it. */
export function readOutlook(text: string, fileName: string, context: ReadContext): ReadFile {
  const draft = new Draft('microsoft-todo', context);
  const { rows, openQuote } = readCsv(text);
  const header = rows.find(({ cells }) => isOutlookHeader(cells));
  const records = header ? recordsBelow(header, rows) : [];
  const order =
    orderAmong(
      records.flatMap((record) =>
        (['start', 'due', 'reminderDay', 'completed'] as const).map((each) => record.get(...COLUMNS[each])),
      ),
    ) ?? context.order;
  for (const record of records) readTask(draft, record, baseName(fileName), order, context);
  if (openQuote !== null) draft.tell(`row ${openQuote}`, '', 'CUT_OFF', 'a quote is never closed');
  return draft.finish();
}

function readTask(
  draft: Draft,
  record: CsvRecord,
  list: string,
  order: NumericOrder,
  context: ReadContext,
): void {
  const get = (meaning: keyof typeof COLUMNS) => record.get(...COLUMNS[meaning]);
  const [where, name, notes] = [`row ${record.number}`, get('name'), [get('notes')]];
  const tell = (reason: Loss, detail = '') => draft.tell(where, name, reason, detail);
  const dayIn = (meaning: 'start' | 'due' | 'completed' | 'reminderDay') => {
    const text = get(meaning);
    const day = text === '' ? null : readWrittenDay(text, order);
    if (text !== '' && day === null) {
      notes.push(text);
      tell('DATE_IN_NOTES', text);
    }
    return day;
  };
  const [start, due, completed] = [dayIn('start'), dayIn('due'), dayIn('completed')];
  const date = start ?? due;
  const day = /^(?:true|wahr|ein)$/i.test(get('isReminded')) ? dayIn('reminderDay') : null;
  const time = readTypedTime(get('reminderTime').replace(/^(\d+:\d\d):\d\d/, '$1'), 'en');
  const at = day && instantOfWhen({ date: day, time, zone: null }, context);
  const percent = get('percent').replace(/\s/g, '');
  const isDone = completed !== null || percent === '100%' || /^(?:completed|erledigt)$/i.test(get('status'));
  if (!isDone && !/^(?:0?%?)$/.test(percent)) tell('FIELD_LEFT_OUT', percent);
  if (/^(?:low|niedrig)$/i.test(get('priority'))) tell('PRIORITY_LOWERED', get('priority'));
  for (const [title, value] of record.all)
    if (!KNOWN.has(title.toLowerCase()) && !EMPTY.has(value.trim().toLowerCase()))
      tell('FIELD_LEFT_OUT', `${title}: ${value.trim()}`);
  draft.task(
    {
      id: draft.countedId(JSON.stringify([name, get('due')])),
      name,
      notes,
      collection: draft.collection({ id: list, name: list }),
      when: date && { date, time: null, zone: null },
      deadline: start && due && start !== due ? due : null,
      priority: /^(?:high|hoch)$/i.test(get('priority')) ? 1 : 4,
      labels: get('categories').split(/[;,]/),
      reminders: at === null ? [] : [{ at }],
      isDone,
      completedAt: completed && noonOf(completed, context),
    },
    where,
  );
}
