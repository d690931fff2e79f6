import { fromUtcDate, parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import { Draft } from '#src/file/source/draft.ts';
import { UnknownFile, type Loss, type ReadContext, type ReadFile } from '#src/file/source/source.ts';
import type { SourceRepeat } from '#src/file/source/rules.ts';
import type { SqliteFile, SqliteRow, SqliteValue } from '#src/file/source/sqlite.ts';
import type { When } from '#src/file/source/when.ts';
import { repeatOfPlist } from './things-repeat.ts';

/** The deadline of a repeating to-do without one lies in the year 4001. */
const NO_YEAR = 4_000;
const [TODO, PROJECT, HEADING] = [0, 1, 2];
const [CANCELED, DONE] = [2, 3];

/** True for the database of Things. */
export function isThings(database: SqliteFile): boolean {
  return database.has('TMTask') && database.has('TMArea');
}

/** Reads the database of Things 3.15.16 or later. Throws UnknownFile for an older one. */
export function readThings(database: SqliteFile, context: ReadContext): ReadFile {
  if (!database.has('TMTask', 'startDate') || !database.has('TMTask', 'rt1_recurrenceRule'))
    throw new UnknownFile(
      'This database is of an old version of Things. Open it in Things 3.15.16 or later once, and choose it again.',
    );
  return new ThingsReader(database, context).read();
}

class ThingsReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #database: SqliteFile;
  readonly #rows: readonly SqliteRow[];
  readonly #byId: ReadonlyMap<string, SqliteRow>;
  readonly #tags: ReadonlyMap<string, readonly string[]>;
  readonly #steps: ReadonlyMap<string, readonly SqliteRow[]>;
  /** The open times of repeating to-dos and projects, by their templates. */
  readonly #times: ReadonlyMap<string, SqliteRow>;
  /** The to-dos of each open time of a repeating project, by their content. */
  readonly #copies: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #sections = new Map<string, string>();

  constructor(database: SqliteFile, context: ReadContext) {
    this.#draft = new Draft('things', context);
    this.#context = context;
    this.#database = database;
    const byIndex = (a: SqliteRow, b: SqliteRow) => numberOf(a['index']) - numberOf(b['index']);
    this.#rows = database.rows('TMTask').toSorted(byIndex);
    this.#byId = new Map(this.#rows.map((row) => [textOf(row['uuid']), row]));
    const names = new Map(database.rows('TMTag').map((tag) => [textOf(tag['uuid']), textOf(tag['title'])]));
    const pairs = database
      .rows('TMTaskTag')
      .map((pair): [string, string] => [textOf(pair['tasks']), names.get(textOf(pair['tags'])) ?? '']);
    this.#tags = new Map(
      [...Map.groupBy(pairs, ([id]) => id)].map(([id, all]) => [id, all.map(([, tag]) => tag)]),
    );
    this.#steps = Map.groupBy(database.rows('TMChecklistItem').toSorted(byIndex), (step) =>
      textOf(step['task']),
    );
    this.#times = new Map(
      this.#rows
        .filter(
          (row) => row['rt1_repeatingTemplate'] && numberOf(row['status']) === 0 && !this.#isInTrash(row),
        )
        .map((row) => [textOf(row['rt1_repeatingTemplate']), row]),
    );
    const open = new Set([...this.#times.values()].map((row) => textOf(row['uuid'])));
    const below = this.#rows.filter((row) => open.has(this.#projectOf(row)) && !row['trashed']);
    const byProject = Map.groupBy(below, (row) => this.#projectOf(row));
    this.#copies = new Map(
      [...byProject].map(([id, rows]) => [id, new Set(rows.map((row) => this.#contentOf(row)))]),
    );
  }

  read(): ReadFile {
    this.#draft.tellOnce('NEWEST_MISSING');
    const areas = this.#database
      .rows('TMArea')
      .toSorted((a, b) => numberOf(a['index']) - numberOf(b['index']));
    for (const area of areas)
      this.#draft.collection({ id: textOf(area['uuid']), name: textOf(area['title']) }, textOf(area['uuid']));
    if (this.#database.rows('TMAreaTag').length > 0) this.#draft.tellOnce('FIELD_LEFT_OUT', 'tags of areas');
    const there = this.#rows.filter((row) => {
      const isInTrash = this.#isInTrash(row);
      if (isInTrash) this.#draft.refuse(textOf(row['uuid']), textOf(row['title']), 'IN_TRASH');
      return !isInTrash;
    });
    for (const row of there) if (numberOf(row['type']) === PROJECT) this.#project(row);
    for (const row of there) if (numberOf(row['type']) === HEADING) this.#heading(row);
    for (const tag of this.#database.rows('TMTag'))
      this.#draft.label(textOf(tag['title']), textOf(tag['uuid']));
    for (const row of there) if (numberOf(row['type']) === TODO) this.#task(row);
    return this.#draft.finish();
  }

  /** True also for all in a project in the trash, where only the project itself is marked. */
  #isInTrash(row: SqliteRow): boolean {
    const project = this.#byId.get(this.#projectOf(row));
    return Boolean(row['trashed']) || Boolean(project?.['trashed']);
  }

  /** The project of a heading or a to-do; a to-do below a heading names no project. */
  #projectOf(row: SqliteRow): string {
    return textOf(row['project']) || textOf(this.#byId.get(textOf(row['heading']))?.['project']);
  }

  /** True for the open time of a repeat whose template is there too. */
  #isTimeOfTemplate(row: SqliteRow): boolean {
    const id = textOf(row['rt1_repeatingTemplate']);
    const template = this.#byId.get(id);
    return template !== undefined && !this.#isInTrash(template) && this.#times.get(id) === row;
  }

  /** True for a to-do of a template that its open time has, too. */
  #isInOpenTime(row: SqliteRow): boolean {
    const open = this.#times.get(this.#projectOf(row));
    return open !== undefined && this.#copies.get(textOf(open['uuid']))?.has(this.#contentOf(row)) === true;
  }

  /** The texts of a to-do, which are those of its template. */
  #contentOf(row: SqliteRow): string {
    const steps = this.#steps.get(textOf(row['uuid'])) ?? [];
    return JSON.stringify([row, ...steps].map((each) => [each['title'], each['notes']].map(textOf)));
  }

  #project(row: SqliteRow): void {
    const [id, title] = [textOf(row['uuid']), textOf(row['title'])];
    // The template and its open time are one collection, under the id of the template.
    if (this.#isTimeOfTemplate(row)) return;
    const open = this.#times.get(id);
    if (open) this.#draft.tell(id, title, 'ONE_TASK_OF_SERIES', textOf(open['uuid']));
    const source = open ?? row;
    const isOver = numberOf(row['status']) === DONE || numberOf(row['status']) === CANCELED;
    const area = textOf(row['area']);
    this.#draft.collection(
      { id, name: title, parent: this.#draft.hasCollection(area) ? area : null, isArchived: isOver },
      id,
    );
    const [deadline, labels] = [dayOf(source['deadline']), this.#tagsOf(source, row)];
    const when = this.#whenOf(source) ?? nextOf(row);
    const repeat = this.#textOfRepeat(row);
    const notes = [textOf(source['notes']), repeat];
    if (notes.join('') === '' && deadline === null && labels.length === 0 && when === null) return;
    const name = `Notes: ${title}`;
    this.#draft.tell(id, name, 'PROJECT_NOTES');
    if (repeat !== '') this.#draft.tell(id, name, 'REPEAT_IN_NOTES', repeat);
    this.#draft.task(
      {
        id: `project ${id}`,
        name,
        notes,
        collection: id,
        when,
        deadline,
        labels,
        isDone: isOver,
        completedAt: instantOfSeconds(row['stopDate']),
      },
      id,
    );
  }

  #heading(row: SqliteRow): void {
    const [id, project] = [textOf(row['uuid']), this.#collectionOf(textOf(row['project']))];
    if (this.#draft.hasCollection(project))
      this.#sections.set(id, this.#draft.section(project, id, textOf(row['title']), id));
  }

  #task(row: SqliteRow): void {
    const [id, name] = [textOf(row['uuid']), textOf(row['title'])];
    const tell = (reason: Loss, detail = '') => this.#draft.tell(id, name, reason, detail);
    const status = numberOf(row['status']);
    // The template and its open time are one task, under the id of the template.
    if (this.#isTimeOfTemplate(row) || this.#isInOpenTime(row)) return;
    const open = this.#times.get(id);
    if (open) tell('ONE_TASK_OF_SERIES', textOf(open['uuid']));
    const source = open ?? row;
    const notes = [textOf(source['notes']), stepsText(this.#steps.get(textOf(source['uuid'])) ?? [])];
    const repeat = this.#repeatOf(row, notes, tell);
    const when = this.#whenOf(source) ?? nextOf(row);
    if (numberOf(row['startBucket']) === 1) tell('FIELD_LEFT_OUT', 'evening');
    if (numberOf(row['start']) === 2 && when === null && repeat === null) tell('FIELD_LEFT_OUT', 'someday');
    if (status === CANCELED) tell('CANCELED_IS_COMPLETED');
    this.#draft.task(
      {
        id,
        name,
        notes,
        collection: this.#homeOf(row),
        section: this.#sections.get(textOf(row['heading'])) ?? null,
        when,
        deadline: dayOf(source['deadline']),
        labels: this.#tagsOf(source, row),
        repeat: when ? repeat : null,
        createdAt: instantOfSeconds(row['creationDate']),
        isDone: status === DONE || status === CANCELED,
        completedAt: instantOfSeconds(row['stopDate']),
      },
      id,
    );
  }

  #homeOf(row: SqliteRow): string {
    const candidates = [this.#collectionOf(this.#projectOf(row)), textOf(row['area'])];
    return candidates.find((id) => id !== '' && this.#draft.hasCollection(id)) ?? this.#draft.inbox();
  }

  /** The id of the collection of a project. */
  #collectionOf(project: string): string {
    const row = this.#byId.get(project);
    return row && this.#isTimeOfTemplate(row) ? textOf(row['rt1_repeatingTemplate']) : project;
  }

  /** The tags of the open time of a repeat, else those of its template. */
  #tagsOf(open: SqliteRow, template: SqliteRow): readonly string[] {
    return this.#tags.get(textOf(open['uuid'])) ?? this.#tags.get(textOf(template['uuid'])) ?? [];
  }

  #whenOf(row: SqliteRow): When | null {
    return dueOf(row['startDate'], row['reminderTime']);
  }

  #repeatOf(
    row: SqliteRow,
    notes: string[],
    tell: (reason: Loss, detail: string) => void,
  ): SourceRepeat | null {
    const xml = xmlOfRepeat(row);
    if (xml === null) return null;
    const repeat = isPaused(row) ? null : repeatOfPlist(xml, this.#context);
    if (repeat) return repeat;
    const line = `Repeats: ${plainText(xml)}`;
    notes.push(line);
    tell('REPEAT_IN_NOTES', line);
    return null;
  }

  /** The repeat of a project, since no collection repeats; '' for none. */
  #textOfRepeat(project: SqliteRow): string {
    const xml = xmlOfRepeat(project);
    if (xml === null) return '';
    const repeat = repeatOfPlist(xml, this.#context);
    const after = repeat?.from === 'completion' ? ' after completion' : '';
    return `Repeats: ${repeat?.rule ?? plainText(xml)}${after}${isPaused(project) ? ', paused' : ''}`;
  }
}

function xmlOfRepeat(row: SqliteRow): string | null {
  const given = row['rt1_recurrenceRule'] ?? null;
  if (given === null) return null;
  return typeof given === 'object' ? new TextDecoder().decode(given) : String(given);
}

function plainText(xml: string): string {
  return xml
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function stepsText(steps: readonly SqliteRow[]): string {
  return steps
    .map((step) => `- [${numberOf(step['status']) === DONE ? 'x' : ' '}] ${textOf(step['title'])}`)
    .join('\n');
}

/** Year, month and day in one number: year << 16, month << 12, day << 7. */
function dayOf(value: SqliteValue | undefined): CalendarDay | null {
  const packed = numberOf(value);
  const [year, month, day] = [Math.floor(packed / 65_536), (packed >> 12) & 15, (packed >> 7) & 31];
  if (year < 1 || year > NO_YEAR) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return parseCalendarDay(fromUtcDate(date));
}

/** A day, and the time of a reminder: hour << 26, minute << 20. */
function dueOf(day: SqliteValue | undefined, reminder: SqliteValue | undefined): When | null {
  const date = dayOf(day);
  const packed = numberOf(reminder);
  const minutes = (packed >> 26) * 60 + ((packed >> 20) & 63);
  const isTime = packed > 0 && minutes < 1_440;
  return date && { date, time: isTime ? timeOfMinutes(minutes) : null, zone: null };
}

/** The next time of a repeat, also of one that no rule says; null for one that is paused. */
function nextOf(row: SqliteRow): When | null {
  return isPaused(row) ? null : dueOf(row['rt1_nextInstanceStartDate'], null);
}

function isPaused(row: SqliteRow): boolean {
  return numberOf(row['rt1_instanceCreationPaused']) === 1;
}

function instantOfSeconds(value: SqliteValue | undefined): number | null {
  const seconds = numberOf(value);
  return seconds > 0 && seconds < 8.64e12 ? Math.floor(seconds * 1_000) : null;
}

function numberOf(value: SqliteValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function textOf(value: SqliteValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
