import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { readTypedDuration } from '#src/domain/time/duration.ts';
import type { NumericOrder } from '#src/domain/time/numeric-order.ts';
import { readWrittenDay } from '#src/domain/time/typed-day.ts';
import { readTypedTime } from '#src/domain/time/typed-time.ts';
import { readCsv, recordsBelow, type CsvRecord, type CsvRow, type CsvTable } from '#src/file/source/csv.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import { isOwnHeader, unguarded } from '#src/file/source/own-csv.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { noonOf, readStamp, whenAt, type When } from '#src/file/source/when.ts';
import { orderAmong } from './numeric-order.ts';
import { listOf } from '#src/file/source/ical.ts';
import { readWords } from '#src/file/source/words.ts';

/** The columns of Asana alone. */
const ASANA = ['task id', 'section/column'];

/** The names of columns, in lower case, by their meaning. */
const COLUMNS = {
  id: ['id', 'task id', 'taskid', 'uid'],
  name: [
    'name',
    'title',
    'task',
    'task name',
    'subject',
    'summary',
    'content',
    'betreff',
    'titel',
    'aufgabe',
  ],
  notes: ['description', 'notes', 'note', 'details', 'body', 'notizen', 'beschreibung'],
  collection: ['collection', 'list', 'list name', 'project', 'projects', 'project name', 'liste', 'projekt'],
  section: ['section', 'section/column', 'column', 'column name', 'group', 'heading'],
  parent: ['parent', 'parent task', 'parent name'],
  date: ['date', 'start', 'start date', 'planned', 'scheduled', 'datum', 'beginnt am'],
  due: ['due', 'due date', 'due on', 'fällig', 'fällig am'],
  time: ['time', 'due time', 'start time', 'uhrzeit'],
  zone: ['zone', 'timezone', 'time zone'],
  duration: ['duration', 'estimate', 'dauer'],
  deadline: ['deadline'],
  priority: ['priority', 'importance', 'priorität'],
  labels: ['labels', 'label', 'tags', 'tag', 'categories', 'category', 'kategorien'],
  repeat: ['repeat', 'recurrence', 'rrule', 'repeats'],
  repeatFrom: ['repeat from', 'repeatfrom'],
  created: ['created', 'created at', 'creation date', 'createdat'],
  completed: [
    'completed at',
    'completedat',
    'date completed',
    'completed on',
    'completion date',
    'completed',
    'done',
  ],
  status: ['status', 'state', '% complete'],
} as const;
type Meaning = keyof typeof COLUMNS;

/** Columns that say when the other app wrote the row. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['last modified', 'modified', 'updated', 'updated at']);

const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat());

/** The header of a table of tasks: a row with a name and at least one more known column, or a name alone. */
export function plainHeaderOf({ rows }: CsvTable): CsvRow | null {
  const isName = (cell: string) => (COLUMNS.name as readonly string[]).includes(cell.trim().toLowerCase());
  const isKnown = (cell: string) => KNOWN.has(cell.trim().toLowerCase());
  const found = rows.slice(0, 10).find(({ cells }) => cells.some(isName));
  if (!found) return null;
  const known = found.cells.filter(isKnown).length;
  return known > 1 || found.cells.filter((cell) => cell.trim() !== '').length === 1 ? found : null;
}

/** Reads a table of tasks by the names of its columns. Columns with an unknown name go into the notes. */
export function readPlainCsv(text: string, fileName: string, context: ReadContext): ReadFile {
  const table = readCsv(text);
  const header = plainHeaderOf(table);
  const names = new Set(header?.cells.map((cell) => cell.trim().toLowerCase()));
  const draft = new Draft(ASANA.every((name) => names.has(name)) ? 'asana' : 'csv', context);
  if (header) {
    const isOwn = isOwnHeader(header.cells);
    const rows = isOwn ? table.rows.map(withoutGuards) : table.rows;
    new TableReader(draft, context, recordsBelow(header, rows), baseName(fileName), isOwn).read();
  }
  if (table.openQuote !== null)
    draft.tell(`row ${table.openQuote}`, '', 'CUT_OFF', 'a quote is never closed');
  return draft.finish();
}

function withoutGuards({ number, cells }: CsvRow): CsvRow {
  return { number, cells: cells.map(unguarded) };
}

class TableReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  /** The collection of tasks that name none. */
  readonly #fileName: string;
  readonly #records: readonly CsvRecord[];
  /** True for a table that Sunglow wrote: a comma is part of a collection, and escaped in a label. */
  readonly #isOwn: boolean;
  /** The order of numeric dates: one cell such as 12/15/2026 decides for all. */
  readonly #order: NumericOrder;
  /** The ids of the tasks so far, by their names: the nearest one above is the parent. */
  readonly #ids = new Map<string, string>();
  /** The collections of the tasks so far. */
  readonly #homes = new Map<string, string>();

  constructor(
    draft: Draft,
    context: ReadContext,
    records: readonly CsvRecord[],
    fileName: string,
    isOwn: boolean,
  ) {
    this.#fileName = fileName;
    this.#isOwn = isOwn;
    this.#draft = draft;
    this.#context = context;
    this.#records = records;
    this.#order = orderAmong(datesIn(records)) ?? context.order;
  }

  read(): void {
    for (const record of this.#records) this.#task(record);
  }

  #task(record: CsvRecord): void {
    const where = `row ${record.number}`;
    const get = (meaning: Meaning) => record.get(...COLUMNS[meaning]);
    const name = get('name');
    const lines: string[] = [];
    const keep = (reason: 'DATE_IN_NOTES' | 'REPEAT_IN_NOTES' | 'FIELD_IN_NOTES', line: string) => {
      lines.push(line);
      this.#draft.tell(where, name, reason, line);
    };
    const [home = '', ...homes] = this.#isOwn
      ? [get('collection')]
      : get('collection')
          .split(',')
          .map((each) => each.trim());
    const parentName = get('parent');
    const parent = this.#ids.get(parentName) ?? null;
    if (parent !== null && parent !== parentName) this.#draft.tell(where, name, 'NEAREST_PARENT', parentName);
    if (parentName !== '' && parent === null) keep('FIELD_IN_NOTES', `Parent: ${parentName}`);
    const collection =
      home === '' && parent !== null
        ? (this.#homes.get(parent) ?? this.#home(this.#fileName, where))
        : this.#home(home || this.#fileName, where);
    for (const each of homes) this.#draft.tell(where, name, 'SECOND_COLLECTION', this.#home(each, where));
    const { when, deadline } = this.#dates(record, (line) => keep('DATE_IN_NOTES', line));
    const repeat = this.#repeat(get('repeat'), get('repeatFrom'), when);
    if (get('repeat') !== '' && (repeat === null || when === null)) keep('REPEAT_IN_NOTES', get('repeat'));
    const duration = readTypedDuration(get('duration'));
    if (get('duration') !== '' && duration === null) keep('FIELD_IN_NOTES', `Duration: ${get('duration')}`);
    const priority = priorityOf(get('priority'));
    if (priority === null) keep('FIELD_IN_NOTES', `Priority: ${get('priority')}`);
    for (const [title, value] of record.all) {
      if (KNOWN.has(title.toLowerCase())) continue;
      if (BOOKKEEPING.has(title.toLowerCase())) this.#draft.tellOnce('FIELD_LEFT_OUT', title);
      else keep('FIELD_IN_NOTES', `${title}: ${value}`);
    }
    const id = get('id') || this.#draft.countedId(JSON.stringify([collection, parent, name]));
    const section = get('section');
    this.#draft.task(
      {
        id,
        name,
        notes: [get('notes'), lines.join('\n')],
        collection,
        section:
          section === ''
            ? null
            : this.#draft.section(collection, JSON.stringify([collection, section]), section, where),
        parent,
        when,
        deadline,
        duration,
        priority: priority ?? 4,
        labels: this.#isOwn ? listOf(get('labels')) : get('labels').split(/[,;]/),
        repeat,
        createdAt: this.#instant(get('created')),
        ...this.#completion(record),
      },
      where,
    );
    for (const key of [get('id'), name]) if (key !== '') this.#ids.set(key, id);
    this.#homes.set(id, collection);
  }

  #home(name: string, where: string): string {
    return this.#draft.collection({ id: name, name }, where);
  }

  /** Of two days, the first one is the date and the last one the deadline; one alone is the date. */
  #dates(record: CsvRecord, keep: (line: string) => void) {
    const get = (meaning: Meaning) => record.get(...COLUMNS[meaning]);
    const [start, due, deadline] = (['date', 'due', 'deadline'] as const).map((meaning) => {
      const text = get(meaning);
      const when = text === '' ? null : this.#when(text, get('time'), get('zone'));
      if (text !== '' && when === null) keep(text);
      return when;
    });
    const when = start ?? due ?? null;
    const last = deadline ?? (start && due && due.date !== start.date ? due : null);
    return { when, deadline: last?.date ?? null };
  }

  #when(text: string, time: string, zone: string): When | null {
    const [day = '', clock = ''] = text.split(/\s(?=\d{1,2}:\d\d)/, 2).map((part) => part.trim());
    const date = readWrittenDay(day, this.#order);
    const at = readTypedTime(time || clock, 'en') ?? parseTimeOfDay(time || clock);
    const own = zone === '' || zone === this.#context.zone ? null : zone;
    if (date && (clock === '' || at !== null)) return { date, time: at, zone: at === null ? null : own };
    const stamp = readStamp(text);
    if (stamp?.instant !== undefined && stamp.instant !== null)
      return whenAt(stamp.instant, own, this.#context);
    if (stamp) return { date: stamp.date, time: stamp.time ?? at, zone: own };
    const worded = readWords(text, 'en', this.#context);
    return worded?.repeat === null && worded.when ? { ...worded.when, time: worded.when.time ?? at } : null;
  }

  #repeat(text: string, from: string, when: When | null): SourceRepeat | null {
    if (text === '') return null;
    const rule = ruleText(text, when, this.#context);
    if (rule !== null) return { rule, from: from.toLowerCase() === 'completion' ? 'completion' : 'date' };
    return readWords(text, 'en', this.#context)?.repeat ?? null;
  }

  #completion(record: CsvRecord): { readonly isDone: boolean; readonly completedAt: number | null } {
    const [value, status] = [record.get(...COLUMNS.completed), record.get(...COLUMNS.status)];
    const completedAt = this.#instant(value);
    const isDone =
      completedAt !== null ||
      /^(?:true|yes|y|x|1|✓|✔|done|completed?)$/i.test(value) ||
      /^(?:completed?|done|closed|100 ?%|erledigt)$/i.test(status);
    return { isDone, completedAt };
  }

  #instant(text: string): number | null {
    const stamp = readStamp(text);
    if (stamp?.instant !== undefined && stamp.instant !== null) return stamp.instant;
    const when = text === '' ? null : this.#when(text, '', '');
    return when && noonOf(when.date, this.#context);
  }
}

/** The cells with dates. */
function datesIn(records: readonly CsvRecord[]): readonly string[] {
  return records.flatMap((record) =>
    (['date', 'due', 'deadline', 'created', 'completed'] as const).map((each) =>
      record.get(...COLUMNS[each]),
    ),
  );
}

/** 1 to 4 as Sunglow counts, or a word; 4 for none, and null for any other text. */
function priorityOf(text: string): number | null {
  const number = /^p?([1-4])$/i.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  const words = [/^(?:urgent|highest|high|hoch|wichtig)$/i, /^medium$/i, /^low$/i, /^(?:none|normal|)$/i];
  return words.findIndex((word) => word.test(text)) + 1 || null;
}
