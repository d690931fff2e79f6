import { readCsv, recordsBelow, type CsvRecord, type CsvRow } from '#src/file/source/csv.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftReminder } from '#src/file/source/draft-task.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantIn, instantOfWhen, knownZone, readStamp, whenAt, type When } from '#src/file/source/when.ts';
import { minutesOf } from './ical-times.ts';

/** True for the header of a backup, which comes after a preamble of several lines. */
export function isTickTickHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim());
  return names.includes('List Name') && names.includes('Title') && names.includes('Status');
}

/** Reads a backup of TickTick. The numbers of its tasks hold within the file alone. */
export function readTickTick(text: string, context: ReadContext): ReadFile {
  const { rows, openQuote } = readCsv(text);
  const draft = new Draft('ticktick', context);
  const header = rows.find(({ cells }) => isTickTickHeader(cells));
  if (header) new BackupReader(draft, context, header, rows).read();
  if (openQuote !== null) draft.tell(`row ${openQuote}`, '', 'CUT_OFF', 'a quote is never closed');
  return draft.finish();
}

interface Item {
  readonly record: CsvRecord;
  readonly where: string;
  readonly id: string;
}

class BackupReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #records: readonly CsvRecord[];
  /** The lists that any row shows as a board. */
  readonly #boards = new Set<string>();
  /** The ids of the tasks by their numbers in the file. */
  readonly #ids = new Map<string, string>();

  constructor(draft: Draft, context: ReadContext, header: CsvRow, rows: readonly CsvRow[]) {
    this.#draft = draft;
    this.#context = context;
    this.#records = recordsBelow(header, rows);
  }

  read(): void {
    for (const record of this.#records)
      if (record.get('view mode').toLowerCase() === 'kanban') this.#boards.add(idOfList(record));
    for (const record of this.#records) this.#listOf(record);
    const items = this.#records.map((record): Item => {
      const number = record.get('taskid');
      const id = this.#draft.countedId(JSON.stringify([record.get('created time'), record.get('title')]));
      if (number !== '' && !this.#ids.has(number)) this.#ids.set(number, id);
      return { record, id, where: `row ${record.number}${number === '' ? '' : `, taskId ${number}`}` };
    });
    const orderOf = ({ record }: Item) => Number(record.get('order')) || 0;
    for (const item of items.toSorted((a, b) => orderOf(a) - orderOf(b))) this.#task(item);
  }

  /** The collection of a row: a list, below its folder if it has one. */
  #listOf(record: CsvRecord): string {
    const [folder, list] = [record.get('folder name'), record.get('list name') || 'Inbox'];
    const parent = folder === '' ? null : this.#draft.collection({ id: `folder ${folder}`, name: folder });
    const id = idOfList(record);
    return this.#draft.collection({
      id,
      name: list,
      parent,
      layout: this.#boards.has(id) ? 'board' : 'list',
    });
  }

  #task({ record, where, id }: Item): void {
    const name = record.get('title');
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, name, reason, detail);
    const collection = this.#listOf(record);
    const notes = [contentOf(record)];
    const { when, duration, deadline } = this.#times(record, (line) => {
      notes.push(line);
      tell('DATE_IN_NOTES', line);
    });
    const repeat = repeatOf(record, when, this.#context);
    if (record.get('repeat') !== '' && (repeat === null || when === null)) {
      notes.push(record.get('repeat'));
      tell('REPEAT_IN_NOTES', record.get('repeat'));
    }
    const status = Number(record.get('status'));
    if (status === -1) tell('CANCELED_IS_COMPLETED');
    if (record.get('kind') === 'NOTE') tell('A_NOTE');
    const number = record.get('parentid');
    const parent = this.#ids.get(number) ?? null;
    if (number !== '' && parent === null) tell('FIELD_LEFT_OUT', `parentId ${number}`);
    const section = record.get('column name');
    this.#draft.task(
      {
        id,
        name,
        notes,
        collection,
        section:
          section === ''
            ? null
            : this.#draft.section(collection, JSON.stringify([collection, section]), section),
        parent,
        when,
        deadline,
        duration,
        priority: PRIORITIES[record.get('priority')] ?? 4,
        labels: record.get('tags').split(','),
        repeat,
        reminders: this.#reminders(record, tell),
        createdAt: instantIn(record.get('created time')),
        isDone: status === 1 || status === 2 || status === -1,
        completedAt: instantIn(record.get('completed time')),
      },
      where,
    );
  }

  #times(record: CsvRecord, keep: (line: string) => void) {
    const [start, due] = ['start date', 'due date'].map((column) => {
      const text = record.get(column);
      const when = text === '' ? null : this.#when(text, record);
      if (text !== '' && when === null) keep(text);
      return when;
    });
    const when = start ?? due ?? null;
    const isOneDay = start && due && start.date === due.date;
    const [from, to] = [start, due].map((each) => (each?.time ? instantOfWhen(each, this.#context) : null));
    const length = isOneDay && typeof from === 'number' && typeof to === 'number' ? (to - from) / 60_000 : 0;
    return {
      when,
      duration: length > 0 ? length : null,
      deadline: start && due && !isOneDay ? due.date : null,
    };
  }

  /**
   * A day is the midnight of the row's zone, written in UTC. A floating time is the clock of that zone, and holds
   * wherever the user is.
   */
  #when(text: string, record: CsvRecord): When | null {
    const stamp = readStamp(text);
    if (!stamp) return null;
    const isAllDay = record.get('is all day').toLowerCase() === 'true';
    const zone = knownZone(record.get('timezone'));
    if (stamp.instant === null) return { date: stamp.date, time: isAllDay ? null : stamp.time, zone: null };
    const when = whenAt(stamp.instant, zone, this.#context);
    if (!when) return null;
    if (isAllDay) return { ...when, time: null, zone: null };
    return record.get('is floating').toLowerCase() === 'true' ? { ...when, zone: null } : when;
  }

  #reminders(record: CsvRecord, tell: (reason: Loss, detail: string) => void): readonly DraftReminder[] {
    return record
      .get('reminder')
      .split(/[\s,]+/)
      .filter(Boolean)
      .flatMap((text): readonly DraftReminder[] => {
        const minutes = minutesOf(text.replace(/^TRIGGER:/i, ''));
        if (minutes === null) tell('REMINDER_LEFT_OUT', text);
        return minutes === null ? [] : [{ minutesBefore: -minutes }];
      });
  }
}

/** Two folders may have lists of one name. */
function idOfList(record: CsvRecord): string {
  return JSON.stringify([record.get('folder name'), record.get('list name')]);
}

const PRIORITIES: Readonly<Partial<Record<string, number>>> = {
  '5': 1,
  '3': 2,
  '1': 3,
  p1: 1,
  p2: 2,
  p3: 3,
};

/** The notes, with the lines of a checklist as boxes of Markdown. */
function contentOf(record: CsvRecord): string {
  const content = record.get('content').replaceAll(/\r\n?/g, '\n');
  if (!/[▫▪]/.test(content)) return content;
  return content
    .split(/(?=[▫▪])/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.replace(/^▫\s*/, '- [ ] ').replace(/^▪\s*/, '- [x] '))
    .join('\n');
}

function repeatOf(record: CsvRecord, when: When | null, context: ReadContext): SourceRepeat | null {
  const text = record.get('repeat');
  const rule = text === '' || when === null ? null : ruleText(text, when, context);
  return rule === null ? null : { rule, from: 'date' };
}
