import { v5 } from 'uuid';
import { cleanText } from '#src/domain/clean-text.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { placeOf, placesBetween } from '#src/domain/place.ts';
import { clip } from '#src/domain/text/clip.ts';
import { inOneForm, isBlank } from '#src/domain/text/names.ts';
import { INBOX } from '#src/tables/collection/inbox.ts';
import { ofLists, type FileListName } from '#src/file/data-file.ts';
import { nearestColor, PLAIN_COLOR } from './colors.ts';
import { durationOf, instantsOf, remindersOf, textsOf, type DraftTask, type Tell } from './draft-task.ts';
import { inTreeOrder } from './tree-order.ts';
import {
  UnknownFile,
  type FormatName,
  type Loss,
  type ReadContext,
  type ReadFile,
  type Refusal,
  type SourceNote,
} from './source.ts';

export interface DraftCollection {
  readonly id: string;
  readonly name: string;
  readonly parent?: string | null;
  /** A colour of the source, `#1BADF8` or without the `#`; any other text is none. */
  readonly color?: string;
  readonly isArchived?: boolean;
  readonly isFavourite?: boolean;
  readonly layout?: 'list' | 'board';
}

/** The namespace of ids that are made from texts. */
const TEXTS = 'b0d4c7f2-6a4e-4b0f-9a55-3d5b3f0e7c21';

/** No account can take more tasks than this, even if half of them are here already. A larger file would take minutes to read. */
const MOST_TASKS = 2 * LIMITS.tasks;
const TOO_MANY = `The file has more than ${MOST_TASKS.toLocaleString('en')} tasks. An account can have ${LIMITS.tasks.toLocaleString('en')}.`;

interface Placed<T> {
  readonly entry: T;
  readonly where: string;
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * The rows of a foreign file, as a reader finds them, in the lists of Sunglow's own file. Cuts long texts, and notes
 * every loss. Ids are the source's, so that the same file adds nothing a second time.
 */
export class Draft {
  readonly #format: FormatName;
  readonly #context: ReadContext;
  readonly #lists = ofLists((): Placed<Entry>[] => []);
  readonly #tasks: Placed<DraftTask>[] = [];
  readonly #notes: SourceNote[] = [];
  readonly #told = new Set<string>();
  readonly #collections = new Set<string>();
  /** The id of the collection that is called so in the file. */
  #inbox: string | null = null;
  /** The number of collections of each name. */
  readonly #names = new Map<string, number>();
  readonly #sectionIds = new Map<string, string>();
  readonly #labelIds = new Map<string, string>();
  readonly #counted = new Map<string, number>();
  /** The contents of the rows of each id, in the order of their numbers. */
  readonly #contents = new Map<string, Map<string, number>>();

  constructor(format: FormatName, context: ReadContext) {
    this.#format = format;
    this.#context = context;
  }

  /** An entry that stays out. */
  refuse(where: string, name: string, reason: Refusal, detail = ''): void {
    this.#note(where, name, reason, detail);
  }

  /** A loss of one entry. */
  tell(where: string, name: string, reason: Loss, detail = ''): void {
    this.#note(where, name, reason, detail);
  }

  /** A loss of the whole file, told once. */
  tellOnce(reason: Loss, detail = ''): void {
    if (this.#told.has(`${reason} ${detail}`)) return;
    this.#told.add(`${reason} ${detail}`);
    this.#note('', '', reason, detail);
  }

  /** An id for a row whose source has none, from a text that tells it apart. Rows of one text are counted. */
  countedId(text: string): string {
    const id = v5(text, TEXTS);
    const count = (this.#counted.get(id) ?? 0) + 1;
    this.#counted.set(id, count);
    return count === 1 ? id : `${id} ${count}`;
  }

  /** The id that the source gives a row. Rows of one id are counted if their contents differ, and are one if not. */
  ownId(id: string, contents: string): string {
    const numbers = this.#contents.get(id) ?? new Map<string, number>();
    this.#contents.set(id, numbers);
    const number = numbers.get(contents) ?? numbers.size + 1;
    numbers.set(contents, number);
    return number === 1 ? id : `${id} ${number}`;
  }

  /** Adds a collection once; names that are taken in this file get a number. */
  collection(given: DraftCollection, where = ''): string {
    const { id, parent = null, isArchived = false, isFavourite = false, layout = 'list' } = given;
    if (this.#collections.has(id)) return id;
    this.#collections.add(id);
    const name = this.#freeName(this.#short(given.name, LIMITS.collectionName, where) || 'Untitled', where);
    if (name === INBOX.name) this.#inbox = id;
    const color = nearestColor(given.color ?? '');
    if (color !== null && !color.isExact) this.tellOnce('NEAREST_COLORS');
    this.#add('collections', where, {
      id: this.#idOf('collection', id),
      name,
      color: color?.hex ?? PLAIN_COLOR,
      ...(parent !== null && parent !== '' && { parentId: this.#idOf('collection', parent) }),
      ...(isArchived && { archivedAt: this.#context.at }),
      isFavourite: isFavourite ? 1 : 0,
      layout,
    });
    return id;
  }

  /** The collection of tasks that are in none there. */
  inbox(): string {
    return this.#inbox ?? this.collection({ id: 'inbox', name: INBOX.name });
  }

  hasCollection(id: string): boolean {
    return this.#collections.has(id);
  }

  /** Adds a section once; two of one name in a collection are one. */
  section(collection: string, id: string, name: string, where = ''): string {
    const short = this.#short(name, LIMITS.sectionName, where) || 'Untitled';
    const key = JSON.stringify([collection, inOneForm(short)]);
    const known = this.#sectionIds.get(key);
    if (known !== undefined) return known;
    this.#sectionIds.set(key, id);
    this.#add('sections', where, {
      id: this.#idOf('section', id),
      collectionId: this.#idOf('collection', collection),
      name: short,
    });
    return id;
  }

  /** A label by its name; a blank one is none. */
  label(name: string, where = '', color = ''): void {
    const short = this.#short(name, LIMITS.labelName, where);
    if (short !== '') this.#labelOf(short, where, color);
  }

  filter(id: string, name: string, query: string, isFavourite: boolean, where: string): void {
    if (isBlank(query)) return this.refuse(where, name, 'NOT_READABLE', 'query');
    this.#add('filters', where, {
      id: this.#idOf('filter', id),
      name: this.#short(name, LIMITS.filterName, where) || 'Untitled',
      query: clip(cleanText(query), LIMITS.filterQuery),
      isFavourite: isFavourite ? 1 : 0,
    });
  }

  /** Adds a task, or refuses it when it has no name. Throws UnknownFile when there are far too many. */
  task(task: DraftTask, where: string): void {
    const name = cleanText(task.name).trim();
    if (isBlank(name)) return this.refuse(where, '', 'NO_NAME');
    if (this.#tasks.length === MOST_TASKS) throw new UnknownFile(TOO_MANY);
    this.#tasks.push({ entry: { ...task, name }, where });
  }

  /** All rows, each task after its parent. */
  finish(): ReadFile {
    const sorted = inTreeOrder(this.#tasks, ({ entry: { id, parent } }) => ({ id, parent: parent ?? '' }));
    const places = this.#placesFor(sorted.map(({ entry }) => entry));
    const closed = new Set<string>();
    for (const [i, { entry, where }] of sorted.entries()) {
      const isDone = entry.isDone === true || (entry.isPart === true && closed.has(entry.parent ?? ''));
      if (isDone) closed.add(entry.id);
      this.#add(isDone ? 'completedTasks' : 'tasks', where, {
        ...this.#fieldsOf(entry, where),
        place: places[i] ?? '',
      });
    }
    return {
      format: this.#format,
      lists: ofLists((list) => this.#lists[list].map(({ entry }) => entry)),
      places: ofLists((list) => this.#lists[list].map(({ where }) => where)),
      notes: this.#notes,
    };
  }

  #fieldsOf(task: DraftTask, where: string): Entry {
    const { id, when = null, priority = 4, parent = null, section = null } = task;
    const tell: Tell = (reason, detail) => this.tell(where, task.name, reason, detail);
    for (const value of remindersOf(task, this.#context, tell))
      this.#add('reminders', where, {
        id: this.#idOf('reminder', JSON.stringify([id, value])),
        taskId: this.#idOf('task', id),
        ...value,
      });
    return {
      id: this.#idOf('task', id),
      ...textsOf(task, tell),
      collectionId: this.#idOf('collection', task.collection),
      ...(parent !== null && parent !== '' && { parentId: this.#idOf('task', parent) }),
      ...(section !== null && section !== '' && { sectionId: this.#idOf('section', section) }),
      ...(when && { date: when.date, time: when.time, zone: when.time === null ? null : when.zone }),
      ...(when && task.repeat && { repeat: task.repeat.rule, repeatFrom: task.repeat.from }),
      deadline: task.deadline ?? null,
      duration: durationOf(task, tell),
      priority,
      labels: this.#labelsOf(task.labels ?? [], where),
      ...instantsOf(task, this.#context.at, tell),
    };
  }

  #labelsOf(names: readonly string[], where: string): string {
    const short = names.map((name) => this.#short(name, LIMITS.labelName, where)).filter(Boolean);
    return [...new Set(short.map((name) => this.#labelOf(name, where, '')))].join(' ');
  }

  /** Ids in the text of labels have blanks between them, so that an id of a label has none. */
  #labelOf(name: string, where: string, color: string): string {
    const known = this.#labelIds.get(inOneForm(name));
    if (known !== undefined) return known;
    const id = this.#idOf('label', encodeURIComponent(inOneForm(name)));
    const nearest = nearestColor(color);
    if (nearest !== null && !nearest.isExact) this.tellOnce('NEAREST_COLORS');
    this.#labelIds.set(inOneForm(name), id);
    this.#add('labels', where, { id, name, color: nearest?.hex ?? PLAIN_COLOR });
    return id;
  }

  /** A name in one line, not longer than its column takes. */
  #short(name: string, most: number, where: string): string {
    const line = inOneForm(cleanText(name)).replaceAll(/\s+/g, ' ').trim();
    if (isBlank(line)) return '';
    const short = clip(line, most);
    if (short !== line) this.tell(where, line, 'NAME_CUT');
    return short;
  }

  #freeName(name: string, where: string): string {
    let [free, count] = [name, this.#names.get(name) ?? 0];
    while (this.#names.has(free)) free = `${clip(name, LIMITS.collectionName - 6)} ${++count}`;
    this.#names.set(name, Math.max(count, 1)).set(free, this.#names.get(free) ?? 1);
    if (free !== name) this.tell(where, name, 'RENAMED', free);
    return free;
  }

  /** Without times of creation, the order of the lists is that of the tasks. Otherwise places keep it. */
  #placesFor(tasks: readonly DraftTask[]): readonly string[] {
    const hasTimes = tasks.some(({ createdAt = null, isDone = false }) => createdAt !== null || isDone);
    if (!hasTimes) return [];
    const before = placeOf({ id: '', createdAt: this.#context.at, place: '' });
    return placesBetween(before, null, tasks.length, () => 0.5);
  }

  /** Ids of the formats and tables differ, since one number may be a task here and a list there. */
  #idOf(table: string, id: string): string {
    return `${this.#format}:${table}:${id}`;
  }

  #add(list: FileListName, where: string, entry: Entry): void {
    this.#lists[list].push({ entry, where });
  }

  #note(where: string, name: string, reason: Refusal | Loss, detail: string): void {
    this.#notes.push({ where, name, reason, detail });
  }
}
