import { readTypedDuration } from '#src/domain/time/duration.ts';
import { readCsv, recordsBelow, type CsvRecord, type CsvRow } from '#src/file/source/csv.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import { isOwnHeader, unguarded } from '#src/file/source/own-csv.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { knownZone, noonOf, readStamp, type When } from '#src/file/source/when.ts';
import { MeaningRow, plainHeaderOf, type Cell } from './csv-columns.ts';
import { datesOf, whenIn } from './csv-dates.ts';
import { orderAmong } from './numeric-order.ts';
import { listOf } from '#src/file/source/ical.ts';
import { readWords } from '#src/file/source/words.ts';

/** The columns of Asana alone. */
const ASANA = ['task id', 'section/column'];

/** Columns that say when the other app wrote the row. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['last modified', 'modified', 'updated', 'updated at']);

/** Words in a column such as Done. */
const YES = /^(?:true|yes|y|x|1|✓|✔|done|completed?)$/i;
const NO = /^(?:false|no|n|0|-|falsch|nein)$/i;
/** States of a task that the task says itself. Any other state goes into the notes. */
const DONE = /^(?:completed?|done|closed|100 ?%?|erledigt)$/i;
const CANCELED = /^cancell?ed$/i;
const OPEN = /^(?:open|to[ -]?do|not started|incomplete|needs[ -]?action|0 ?%?|offen|nicht begonnen)$/i;

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
  /** With the order of numeric dates: one cell such as 12/15/2026 decides for all. */
  readonly #context: ReadContext;
  /** The collection of tasks that name none. */
  readonly #fileName: string;
  readonly #records: readonly CsvRecord[];
  /** True for a table that Sunglow wrote: a comma is part of a collection, and escaped in a label. */
  readonly #isOwn: boolean;
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
    this.#records = records;
    this.#context = { ...context, order: orderAmong(records.flatMap(datesIn)) ?? context.order };
  }

  read(): void {
    for (const record of this.#records) this.#task(new MeaningRow(record), `row ${record.number}`);
  }

  #task(row: MeaningRow, where: string): void {
    const name = row.text('name');
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, name, reason, detail);
    const lines: string[] = [];
    const keep = (reason: 'DATE_IN_NOTES' | 'REPEAT_IN_NOTES' | 'FIELD_IN_NOTES', line: string) => {
      lines.push(line);
      tell(reason, line);
    };
    const keepCell = ({ title, value }: Cell) => keep('FIELD_IN_NOTES', `${title}: ${value}`);
    const [home = '', ...homes] = this.#isOwn
      ? [row.text('collection')]
      : row
          .text('collection')
          .split(',')
          .map((each) => each.trim());
    const parentName = row.text('parent');
    const parent = this.#ids.get(parentName) ?? null;
    if (parent !== null && parent !== parentName) tell('NEAREST_PARENT', parentName);
    if (parentName !== '' && parent === null) keep('FIELD_IN_NOTES', `Parent: ${parentName}`);
    const collection =
      home === '' && parent !== null
        ? (this.#homes.get(parent) ?? this.#home(this.#fileName, where))
        : this.#home(home || this.#fileName, where);
    for (const each of homes) tell('SECOND_COLLECTION', this.#home(each, where));
    const { when, deadline, length, unread, left } = datesOf(row, this.#zone(row, tell), this.#context);
    for (const { value } of unread) keep('DATE_IN_NOTES', value);
    for (const cell of left) keepCell(cell);
    const zone = row.cell('zone');
    if (zone && knownZone(zone.value) !== null && !when?.time && zone.value !== this.#context.zone)
      keepCell(zone);
    const repeatCell = row.text('repeat');
    const repeat = this.#repeat(repeatCell, row.text('repeatFrom'), when);
    if (repeatCell !== '' && (repeat === null || when === null)) keep('REPEAT_IN_NOTES', repeatCell);
    const from = row.cell('repeatFrom');
    if (from && !/^(?:date|completion)$/i.test(from.value)) keepCell(from);
    const given = row.text('duration');
    const duration = readTypedDuration(given);
    if (given !== '' && duration === null) keep('FIELD_IN_NOTES', `Duration: ${given}`);
    if (length !== null && duration !== null && length !== duration) tell('DUE_COUNTS', given);
    const priority = priorityOf(row.text('priority'));
    if (priority === null) keep('FIELD_IN_NOTES', `Priority: ${row.text('priority')}`);
    const created = row.cell('created');
    const createdAt = created && this.#instant(created.value);
    if (created && createdAt === null) keepCell(created);
    const completion = this.#completion(row, keepCell);
    if (completion.isCanceled) tell('CANCELED_IS_COMPLETED');
    for (const cell of row.others) {
      if (BOOKKEEPING.has(cell.title.toLowerCase())) this.#draft.tellOnce('FIELD_LEFT_OUT', cell.title);
      else keepCell(cell);
    }
    const ownId = row.text('id');
    const id = ownId || this.#draft.countedId(JSON.stringify([collection, parent, name]));
    const section = row.text('section');
    this.#draft.task(
      {
        id,
        name,
        notes: [...new Set(row.all('notes').map(({ value }) => value)), lines.join('\n')],
        collection,
        section:
          section === ''
            ? null
            : this.#draft.section(collection, JSON.stringify([collection, section]), section, where),
        parent,
        when,
        deadline,
        duration: length ?? duration,
        priority: priority ?? 4,
        labels: row.all('labels').flatMap(({ value }) => (this.#isOwn ? listOf(value) : value.split(/[,;]/))),
        repeat,
        createdAt,
        isDone: completion.isDone,
        completedAt: completion.at,
      },
      where,
    );
    for (const key of [ownId, name]) if (key !== '') this.#ids.set(key, id);
    this.#homes.set(id, collection);
  }

  #home(name: string, where: string): string {
    return this.#draft.collection({ id: name, name }, where);
  }

  /** The zone of the row's times; null: wherever the user is. Only Sunglow writes none for a time without a zone. */
  #zone(row: MeaningRow, tell: (reason: Loss, detail: string) => void): string | null {
    const name = row.text('zone');
    const zone = knownZone(name);
    if (name !== '' && zone === null) tell('UNKNOWN_ZONE', name);
    return zone === this.#context.zone && !this.#isOwn ? null : zone;
  }

  #repeat(text: string, from: string, when: When | null): SourceRepeat | null {
    if (text === '') return null;
    const isFromCompletion = from.toLowerCase() === 'completion';
    const rule = ruleText(text, when, this.#context);
    if (rule !== null) return { rule, from: isFromCompletion ? 'completion' : 'date' };
    const words = readWords(text, 'en', this.#context)?.repeat ?? null;
    return words && isFromCompletion ? { ...words, from: 'completion' } : words;
  }

  #completion(row: MeaningRow, keep: (cell: Cell) => void) {
    let [at, isDone, isCanceled]: [number | null, boolean, boolean] = [null, false, false];
    for (const cell of row.all('completed')) {
      const isWord = YES.test(cell.value) || NO.test(cell.value);
      const instant = isWord ? null : this.#instant(cell.value);
      if (YES.test(cell.value)) isDone = true;
      else if (instant !== null && (at ?? instant) === instant) at = instant;
      else if (!isWord) keep(cell);
    }
    for (const cell of row.all('status')) {
      if (DONE.test(cell.value)) isDone = true;
      else if (CANCELED.test(cell.value)) isCanceled = true;
      else if (!OPEN.test(cell.value)) keep(cell);
    }
    return { at, isDone: isDone || isCanceled || at !== null, isCanceled };
  }

  #instant(text: string): number | null {
    const stamp = readStamp(text);
    if (stamp?.instant !== undefined && stamp.instant !== null) return stamp.instant;
    const when = text === '' ? null : whenIn(text, '', null, this.#context);
    return when && noonOf(when.date, this.#context);
  }
}

/** The texts of all dates of a row. */
function datesIn(record: CsvRecord): readonly string[] {
  const row = new MeaningRow(record);
  return (['date', 'due', 'deadline', 'created', 'completed'] as const).flatMap((meaning) =>
    row.all(meaning).map(({ value }) => value),
  );
}

/** 1 to 4 as Sunglow counts, or a word; 4 for none, and null for any other text. */
function priorityOf(text: string): number | null {
  const number = /^p?([1-4])$/i.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  const words = [/^(?:urgent|highest|high|hoch|wichtig)$/i, /^medium$/i, /^low$/i, /^(?:none|normal|)$/i];
  return words.findIndex((word) => word.test(text)) + 1 || null;
}
