import type { CsvRecord, CsvRow, CsvTable } from '#src/file/source/csv.ts';

/** The names of columns, in lower case, by their meaning. Of two columns of one meaning, the first name here counts. */
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
  time: ['time', 'uhrzeit'],
  startTime: ['start time'],
  dueTime: ['due time'],
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
export type Meaning = keyof typeof COLUMNS;

/** The meanings whose columns are all read. */
const JOINED: ReadonlySet<Meaning> = new Set<Meaning>(['notes', 'labels', 'completed', 'status']);

interface Column {
  readonly meaning: Meaning;
  readonly rank: number;
}

const KNOWN: ReadonlyMap<string, Column> = new Map(
  (Object.keys(COLUMNS) as Meaning[]).flatMap((meaning) =>
    COLUMNS[meaning].map((name, rank): [string, Column] => [name, { meaning, rank }]),
  ),
);

/** A value with the name of its column as written. */
export interface Cell {
  readonly title: string;
  readonly value: string;
}

/** The cells of a row by the meaning of their columns. */
export class MeaningRow {
  /** The cells that nothing is read from: of unknown columns, and of further columns of one meaning. */
  readonly others: readonly Cell[];
  readonly #cells = new Map<Meaning, readonly Cell[]>();

  constructor(record: CsvRecord) {
    const cells = record.all.map(([title, text]) => {
      const column = columnOf(title);
      // Blanks before the first word of notes make code of it.
      return { title, value: column?.meaning === 'notes' ? text : text.trim(), column };
    });
    const known = Map.groupBy(cells, ({ column }) => column?.meaning);
    for (const [meaning, found] of known)
      if (meaning !== undefined)
        this.#cells.set(
          meaning,
          found.toSorted((a, b) => (a.column?.rank ?? 0) - (b.column?.rank ?? 0)),
        );
    this.others = cells.filter(
      ({ value, column }) => !column || (!JOINED.has(column.meaning) && value !== this.text(column.meaning)),
    );
  }

  /** All cells of a meaning with a value, the one that counts first. */
  all(meaning: Meaning): readonly Cell[] {
    return this.#cells.get(meaning) ?? [];
  }

  /** The cell that counts; null for none with a value. */
  cell(meaning: Meaning): Cell | null {
    return this.all(meaning)[0] ?? null;
  }

  /** The value that counts; '' for none. */
  text(meaning: Meaning): string {
    return this.cell(meaning)?.value ?? '';
  }
}

/** The header of a table of tasks: a row with a name and at least one more known column, or a name alone. */
export function plainHeaderOf({ rows }: CsvTable): CsvRow | null {
  const found = rows
    .slice(0, 10)
    .find(({ cells }) => cells.some((cell) => columnOf(cell)?.meaning === 'name'));
  if (!found) return null;
  const known = found.cells.filter((cell) => columnOf(cell) !== undefined).length;
  return known > 1 || found.cells.filter((cell) => cell.trim() !== '').length === 1 ? found : null;
}

function columnOf(title: string): Column | undefined {
  return KNOWN.get(title.trim().toLowerCase());
}
