import { baseName, stemOf } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftTask } from '#src/file/source/draft-task.ts';
import { readCsv, recordsBelow, type CsvRow, type CsvRecord } from '#src/file/source/csv.ts';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { dueInWords } from './todoist-dates.ts';
import { attachmentLink, labelsInText } from './todoist-text.ts';

/** True for the header of a template or backup of Todoist. */
export function isTodoistHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim().toUpperCase());
  return names[0] === 'TYPE' && names.includes('CONTENT') && names.includes('INDENT');
}

export interface ProjectFile {
  readonly name: string;
  readonly text: string;
}

/** Reads the projects of Todoist, each a CSV. `Home [123].csv` is the project Home with the id 123. */
export function readTodoistCsv(projects: readonly ProjectFile[], context: ReadContext): ReadFile {
  const draft = new Draft('todoist-csv', context);
  draft.tellOnce('NO_COMPLETED_TASKS');
  for (const each of projects) new ProjectReader(draft, context, each, projects.length > 1).read();
  return draft.finish();
}

interface Open {
  readonly indent: number;
  readonly id: string;
}

/** A row of the file that later notes belong to. */
type Pending = { task: DraftTask & { readonly notes: string[] }; readonly where: string };

class ProjectReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #name: string;
  readonly #id: string;
  readonly #prefix: string;
  readonly #rows: readonly CsvRow[];
  readonly #openQuote: number | null;
  readonly #projectNotes: string[] = [];
  #layout: 'list' | 'board' = 'list';
  #above: Open[] = [];
  #section: string | null = null;
  #last: Pending | null = null;
  readonly #found: Pending[] = [];

  constructor(draft: Draft, context: ReadContext, { name, text }: ProjectFile, isOneOfMany: boolean) {
    // In an archive, a number tells two projects of one name apart.
    const base = isOneOfMany ? stemOf(name) : baseName(name);
    const [, title = base, id] = /^(.*?)\s*\[(\d+)\]$/.exec(base) ?? [];
    this.#draft = draft;
    this.#context = context;
    this.#name = title;
    this.#id = id ?? title;
    this.#prefix = isOneOfMany ? `${base}.csv ` : '';
    const { rows, openQuote } = readCsv(text);
    this.#rows = rows;
    this.#openQuote = openQuote;
  }

  read(): void {
    const header = this.#rows.find(({ cells }) => isTodoistHeader(cells));
    if (!header) return this.#draft.refuse(this.#prefix.trim(), this.#name, 'NOT_READABLE', 'no header');
    const records = recordsBelow(header, this.#rows);
    if (records.some((record) => viewOf(record) === 'board')) this.#layout = 'board';
    this.#draft.collection({ id: this.#id, name: this.#name, layout: this.#layout }, this.#prefix.trim());
    for (const record of records) this.#row(record);
    if (this.#openQuote !== null)
      this.#draft.tell(`${this.#prefix}row ${this.#openQuote}`, '', 'CUT_OFF', 'a quote is never closed');
    if (this.#projectNotes.length > 0) {
      const name = `Notes: ${this.#name}`;
      this.#draft.tell(this.#prefix.trim(), name, 'PROJECT_NOTES');
      this.#draft.task(
        { id: `${this.#id} notes`, name, notes: this.#projectNotes, collection: this.#id },
        this.#prefix.trim(),
      );
    }
    for (const { task, where } of this.#found) this.#draft.task(task, where);
  }

  #row(record: CsvRecord): void {
    const where = `${this.#prefix}row ${record.number}`;
    const type = record.get('type').toLowerCase();
    const content = record.get('content');
    if (type === 'meta' || /^view_style\s*=/i.test(content)) return;
    if (type === 'section') return this.#startSection(content, where);
    if (type === 'note') return this.#note(content, where);
    if (type === 'task') return this.#task(record, content, where);
    if (content !== '') this.#draft.refuse(where, content, 'NOT_A_TASK', type);
  }

  #startSection(name: string, where: string): void {
    this.#above = [];
    this.#last = null;
    this.#section =
      name === '' ? null : this.#draft.section(this.#id, JSON.stringify([this.#id, name]), name, where);
  }

  #note(content: string, where: string): void {
    const { text, file } = attachmentLink(content);
    const notes = this.#last?.task.notes ?? this.#projectNotes;
    if (text !== '') notes.push(text);
    if (file !== null) notes.push(file);
    if (file !== null)
      this.#draft.tell(this.#last?.where ?? where, this.#last?.task.name ?? '', 'FILE_AS_LINK', file);
  }

  #task(record: CsvRecord, content: string, where: string): void {
    const indent = Math.max(1, Number.parseInt(record.get('indent'), 10) || 1);
    while ((this.#above.at(-1)?.indent ?? 0) >= indent) this.#above.pop();
    const parent = this.#above.at(-1)?.id ?? null;
    const isPlain = /^\*\s+\S/.test(content);
    const { name, labels } = labelsInText(isPlain ? content.replace(/^\*\s+/, '') : content);
    const id = this.#draft.countedId(JSON.stringify([this.#id, parent, name]));
    if (isPlain) this.#draft.tell(where, name, 'NOT_TICKABLE');
    if (record.get('responsible') !== '')
      this.#draft.tell(where, name, 'ASSIGNEE', record.get('responsible'));
    const notes = [record.get('description')].filter(Boolean);
    const due = dueInWords(
      record.get('date'),
      record.get('date_lang'),
      record.get('timezone'),
      this.#context,
    );
    if (due.leftover !== '') {
      notes.push(due.leftover);
      this.#draft.tell(where, name, 'DATE_IN_NOTES', due.leftover);
    }
    const deadline = record.get('deadline');
    const end = dueInWords(deadline, record.get('deadline_lang'), '', this.#context);
    const day = parseCalendarDay(deadline.slice(0, 10)) ?? end.when?.date ?? null;
    if (due.isYearAssumed) this.#draft.tell(where, name, 'YEAR_ASSUMED', record.get('date'));
    if (end.isYearAssumed) this.#draft.tell(where, name, 'YEAR_ASSUMED', deadline);
    if (deadline !== '' && day === null) {
      notes.push(`Deadline: ${deadline}`);
      this.#draft.tell(where, name, 'DATE_IN_NOTES', deadline);
    }
    const priority = Number.parseInt(record.get('priority'), 10);
    this.#last = {
      where,
      task: {
        id,
        name,
        notes,
        collection: this.#id,
        section: this.#section,
        parent,
        when: due.when,
        repeat: due.repeat,
        deadline: day,
        duration: durationOf(record),
        // 1 is the highest in a CSV of Todoist, but the lowest in its API.
        priority: priority >= 1 && priority <= 4 ? priority : 4,
        labels,
      },
    };
    this.#found.push(this.#last);
    this.#above.push({ indent, id });
  }
}

function durationOf(record: CsvRecord): number | null {
  const amount = Number(record.get('duration'));
  if (!Number.isFinite(amount) || amount <= 0) return null;
  return amount * (record.get('duration_unit').toLowerCase() === 'day' ? 1_440 : 1);
}

/** The view of a project is a row of its own, a column of any row, or in old files a task. */
function viewOf(record: CsvRecord): string {
  const text = `${record.get('meta')} ${record.get('content')}`;
  const isView = record.get('type').toLowerCase() === 'meta' || /^\s*view_style/i.test(text);
  return isView ? (/view_style\s*=\s*(\w+)/i.exec(text)?.[1]?.toLowerCase() ?? '') : '';
}
