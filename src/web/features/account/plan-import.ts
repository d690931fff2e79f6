import type { Collection } from '#src/domain/collection.ts';
import type { FileLists, FileListName } from '#src/domain/data-file.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { inOneForm, isBlank } from '#src/domain/names.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import type { Operation } from '#src/mutators/index.ts';
import { isRecord } from '#src/web/hooks/session.ts';
import {
  checkTask,
  colorOf,
  idOf,
  instantOf,
  nameOf,
  textOf,
  type Fields,
  type WrongField,
} from './file-fields.ts';
import { idHere } from './file-ids.ts';

/** What the user has already. */
export interface Here {
  readonly userId: string;
  /** Deleted or not, as with `collection`. */
  readonly task: (id: string) => Task | undefined;
  readonly collection: (id: string) => Collection | undefined;
  /** Those that are not deleted. */
  readonly collections: readonly Collection[];
  /** How many tasks are not deleted. */
  readonly taskCount: number;
}

export type Reason =
  | 'ALREADY_HERE'
  | 'MERGED'
  | 'OTHER_COLOR'
  | 'TWICE'
  | 'NO_ENTRY'
  | 'NO_ID'
  | WrongField
  | 'NO_COLLECTION'
  | 'TASK_LIMIT'
  | 'COLLECTION_LIMIT';

/** What becomes of an entry other than that it is added as it is. */
export interface Note {
  readonly list: FileListName;
  /** Its place in that list of the file, from 1. */
  readonly place: number;
  /** '' when it has none. */
  readonly name: string;
  readonly reason: Reason;
}

export interface ImportPlan {
  /** What adds it all, in this order. */
  readonly operations: readonly Operation[];
  readonly added: Readonly<Record<FileListName, number>>;
  readonly notes: readonly Note[];
}

/** It replaces a colour that Sunglow does not have. */
const SPARE_COLOR: ColorHex = '#C8C8CD';

/** A collection that is not there any more, for the completed tasks that name it. */
interface Ghost {
  readonly id: string;
  readonly name: string;
  readonly color: ColorHex;
  readonly operations: Operation[];
}

/**
 * What to do to have everything of a file here. What is here stays as it is: an entry whose id is here, or was made here of
 * its id before, is skipped. `now`: ms since 1970 UTC, for what comes without a time.
 */
export function planImport(file: FileLists, here: Here, now: number): ImportPlan {
  return new Planner(file, here, now).plan();
}

class Planner {
  readonly #file: FileLists;
  readonly #here: Here;
  readonly #now: number;
  readonly #notes: Note[] = [];
  readonly #added = { collections: 0, tasks: 0, completedTasks: 0 };
  readonly #collectionOperations: Operation[] = [];
  readonly #taskOperations: Operation[] = [];
  /** Ids here, by those in the file. */
  readonly #collections = new Map<string, string>();
  readonly #idsByName: Map<string, string>;
  readonly #namesHere: ReadonlySet<string>;
  readonly #ghosts = new Map<string, Ghost>();
  readonly #seenTasks = new Set<string>();
  #untimed = 0;

  constructor(file: FileLists, here: Here, now: number) {
    this.#file = file;
    this.#here = here;
    this.#now = now - file.collections.length - file.tasks.length - file.completedTasks.length;
    this.#idsByName = new Map(here.collections.map(({ name, id }) => [inOneForm(name), id]));
    this.#namesHere = new Set(this.#idsByName.keys());
  }

  plan(): ImportPlan {
    for (const list of ['collections', 'tasks', 'completedTasks'] as const) {
      for (const [index, entry] of this.#file[list].entries()) {
        const fields: Fields = isRecord(entry) ? entry : {};
        const note = (reason: Reason) =>
          this.#notes.push({ list, place: index + 1, name: textOf(fields['name']).trim(), reason });
        const isAdded =
          list === 'collections' ? this.#addCollection(fields, note) : this.#addTask(list, fields, note);
        if (isAdded) this.#added[list] += 1;
      }
    }
    const at = this.#now;
    // First of all: their names may be those of collections that are to be added.
    const ghostOperations = [...this.#ghosts.values()].flatMap(
      ({ id, name, color, operations }): Operation[] => [
        { name: 'collection.add', args: { id, name, color, at } },
        ...operations,
        { name: 'collection.delete', args: { id, at } },
      ],
    );
    return {
      operations: [...ghostOperations, ...this.#collectionOperations, ...this.#taskOperations],
      added: this.#added,
      notes: this.#notes,
    };
  }

  #addCollection(fields: Fields, note: (reason: Reason) => void): boolean {
    const fileId = idOf(fields['id']);
    const name = nameOf(fields['name']);
    if (fileId === '') return refuse(note, Object.keys(fields).length === 0 ? 'NO_ENTRY' : 'NO_ID');
    if (this.#collections.has(fileId)) return refuse(note, 'TWICE');
    const id = idHere(this.#here.userId, fileId, this.#isCollectionGone);
    if (this.#here.collection(id)) {
      this.#collections.set(fileId, id);
      return refuse(note, 'ALREADY_HERE');
    }
    if (isBlank(name)) return refuse(note, 'NO_NAME');
    if (name.length > LIMITS.collectionName) return refuse(note, 'NAME_TOO_LONG');
    const namesake = this.#idsByName.get(name);
    if (namesake !== undefined) {
      this.#collections.set(fileId, namesake);
      return refuse(note, 'MERGED');
    }
    if (this.#idsByName.size >= LIMITS.collections) return refuse(note, 'COLLECTION_LIMIT');
    const color = colorOf(fields['color']);
    if (!color) note('OTHER_COLOR');
    const at = instantOf(fields['createdAt']) ?? this.#nextInstant();
    const position = fields['position'];
    this.#collections.set(fileId, id);
    this.#idsByName.set(name, id);
    this.#collectionOperations.push({
      name: 'collection.add',
      args: { id, name, color: color ?? SPARE_COLOR, at },
    });
    if (typeof position === 'number' && Number.isFinite(position))
      this.#collectionOperations.push({ name: 'collection.edit', args: { id, changes: { position }, at } });
    return true;
  }

  #addTask(list: 'tasks' | 'completedTasks', fields: Fields, note: (reason: Reason) => void): boolean {
    const fileId = idOf(fields['id']);
    if (fileId === '') return refuse(note, Object.keys(fields).length === 0 ? 'NO_ENTRY' : 'NO_ID');
    if (this.#seenTasks.has(fileId)) return refuse(note, 'TWICE');
    this.#seenTasks.add(fileId);
    const id = idHere(this.#here.userId, fileId, this.#isTaskGone);
    if (this.#here.task(id)) return refuse(note, 'ALREADY_HERE');
    const checked = checkTask(fields);
    if (typeof checked === 'string') return refuse(note, checked);
    const count = this.#here.taskCount + this.#added.tasks + this.#added.completedTasks;
    if (count >= LIMITS.tasks) return refuse(note, 'TASK_LIMIT');

    const isCompleted = list === 'completedTasks';
    const collectionId = this.#findCollection(fields, isCompleted);
    const ghost = collectionId === null && isCompleted ? this.#ghostOf(fields) : null;
    const target = collectionId ?? ghost?.id;
    if (target === undefined) return refuse(note, 'NO_COLLECTION');
    const at = instantOf(fields['createdAt']) ?? this.#nextInstant();
    const operations = ghost?.operations ?? this.#taskOperations;
    operations.push({ name: 'task.add', args: { id, ...checked, collectionId: target, at } });
    if (isCompleted) {
      const completedAt = instantOf(fields['completedAt']) ?? at;
      operations.push({ name: 'task.complete', args: { id, at: completedAt } });
    }
    return true;
  }

  /** The collection of a task: by id, of the file's or of those here; else by name. Null when there is none. */
  #findCollection(fields: Fields, isCompleted: boolean): string | null {
    const fileId = idOf(fields['collectionId']);
    const listed = this.#collections.get(fileId);
    if (listed !== undefined) return listed;
    if (fileId !== '') {
      const id = idHere(this.#here.userId, fileId, this.#isCollectionGone);
      if (this.#here.collection(id)) return id;
    }
    const name = nameOf(fields['collection']);
    // A completed one keeps to its own, though another of the file has the same name by now.
    if (isCompleted && !this.#namesHere.has(name)) return null;
    return this.#idsByName.get(name) ?? null;
  }

  #ghostOf(fields: Fields): Ghost | null {
    const name = nameOf(fields['collection']);
    if (isBlank(name) || name.length > LIMITS.collectionName) return null;
    if (this.#namesHere.size >= LIMITS.collections) return null;
    const fileId = idOf(fields['collectionId']) || `name ${name}`;
    const known = this.#ghosts.get(fileId);
    if (known) return known;
    const id = idHere(this.#here.userId, fileId, this.#isCollectionGone);
    const ghost = { id, name, color: colorOf(fields['color']) ?? SPARE_COLOR, operations: [] };
    this.#ghosts.set(fileId, ghost);
    return ghost;
  }

  readonly #isCollectionGone = (id: string): boolean =>
    (this.#here.collection(id)?.deletedAt ?? null) !== null;

  readonly #isTaskGone = (id: string): boolean => {
    const task = this.#here.task(id);
    return task !== undefined && !isThere(task, this.#here.collection(task.collectionId));
  };

  /** One for each that has none, so that they keep their order. */
  #nextInstant(): number {
    this.#untimed += 1;
    return this.#now + this.#untimed;
  }
}

function refuse(note: (reason: Reason) => void, reason: Reason): false {
  note(reason);
  return false;
}
