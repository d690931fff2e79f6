import { hasRoomFor, withId } from '#src/domain/id-set.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { inOneForm, isBlank } from '#src/domain/text/names.ts';
import { placedTask } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';
import { isLevelOf, parentsFirst, type Entries, type Entry, type TreeEntry } from './entries.ts';
import { checkTask, colorOf, idOf, instantOf, nameOf, textOf, type CheckedTask } from './file-fields.ts';
import type { Reason } from './import-plan.ts';
import { SPARE_COLOR, type NamedPlan } from './plan-named.ts';

/** A task of the file that can be added. */
interface Candidate extends Entry, TreeEntry {
  readonly id: string;
  readonly checked: CheckedTask;
}

/** The parent of a planned task. */
interface Parent {
  readonly id: string;
  readonly level: number;
  readonly collectionId: string;
  /** True if the task or one of its ancestors is completed. */
  readonly isClosed: boolean;
  children: number;
  /** The list of operations that adds the task; its sub-tasks' operations follow in the same list. */
  readonly operations: Operation[];
}

/** A deleted collection that completed tasks of the file name. */
interface Ghost {
  readonly id: string;
  readonly name: string;
  readonly color: ColorHex;
  readonly operations: Operation[];
}

interface TaskPlan {
  readonly ghostOperations: readonly Operation[];
  readonly operations: readonly Operation[];
  /** The local id of a task in the file that exists or is added. */
  readonly idOf: (fileId: string) => string | undefined;
}

/**
 * Plans the tasks of a file. A task without a known parent is added to the top level, in the collection that
 * the file names.
 */
export function planTasks(entries: Entries, named: NamedPlan): TaskPlan {
  return new TaskPlanner(entries, named).plan();
}

class TaskPlanner {
  readonly #entries: Entries;
  readonly #named: NamedPlan;
  readonly #namesHere: ReadonlySet<string>;
  readonly #operations: Operation[] = [];
  readonly #ghosts = new Map<string, Ghost>();
  /** Local ids of tasks that exist or are added, by the ids in the file. */
  readonly #ids = new Map<string, string>();
  readonly #parents = new Map<string, Parent>();
  readonly #seen = new Set<string>();
  /** Local ids of tasks that can be added. */
  readonly #coming = new Set<string>();

  constructor(entries: Entries, named: NamedPlan) {
    this.#entries = entries;
    this.#named = named;
    this.#namesHere = new Set(entries.existing.rows('collection').map(({ name }) => inOneForm(name)));
  }

  plan(): TaskPlan {
    const candidates = (['tasks', 'completedTasks'] as const).flatMap((list) =>
      this.#entries.of(list).flatMap((entry) => this.#look(entry)),
    );
    for (const { entry, isCut } of parentsFirst(candidates)) this.#add(entry, isCut);
    const at = this.#entries.start;
    const ghostOperations = [...this.#ghosts.values()].flatMap(
      ({ id, name, color, operations }): Operation[] => [
        { name: 'collection.add', args: { id, name, color, at } },
        ...operations,
        { name: 'collection.delete', args: { id, at } },
      ],
    );
    return { ghostOperations, operations: this.#operations, idOf: (fileId) => this.#ids.get(fileId) };
  }

  /** The entry, if it can be added. */
  #look(entry: Entry): Candidate[] {
    const { fields, note } = entry;
    const reject = (reason: Reason) => {
      note(reason);
      return [];
    };
    const fileId = idOf(fields['id']);
    if (fileId === '') return reject(Object.keys(fields).length === 0 ? 'NO_ENTRY' : 'NO_ID');
    if (this.#seen.has(fileId)) return reject('TWICE');
    this.#seen.add(fileId);
    const id = this.#entries.idHere('task', fileId);
    if (this.#entries.existing.get('task', id)) {
      this.#ids.set(fileId, id);
      return reject('ALREADY_HERE');
    }
    const checked = checkTask(fields);
    if (typeof checked === 'string') return reject(checked);
    this.#coming.add(id);
    return [{ ...entry, fileId, parentId: idOf(fields['parentId']), id, checked }];
  }

  #add(candidate: Candidate, isCut: boolean): void {
    const { list, fields, note, fileId, id, checked } = candidate;
    const { added } = this.#entries;
    if (!this.#entries.hasRoom('task')) return note('TABLE_LIMIT');
    const above = this.#parentOf(candidate, isCut);
    const parent = typeof above === 'string' ? null : above;
    const home = parent ?? this.#homeOf(candidate);
    if (!home) return note('NO_COLLECTION');
    if (typeof above === 'string') note(above);

    const { collectionId, operations } = home;
    const at = instantOf(fields['createdAt']) ?? this.#entries.nextInstant();
    const seriesId = this.#idOfSeries(idOf(fields['seriesId']));
    const [sectionId, labels] = [
      parent ? null : this.#sectionOf(candidate, collectionId),
      this.#labelsOf(candidate),
    ];
    operations.push({
      name: 'task.add',
      args: { id, ...checked, collectionId, parentId: parent?.id ?? null, sectionId, labels, seriesId, at },
    });
    const completedAt = instantOf(fields['completedAt']);
    const isCompleted = list === 'completedTasks';
    // An active task may be here because its parent is completed.
    if (isCompleted && !(completedAt === null && parent?.isClosed))
      operations.push({ name: 'task.complete', args: { id, at: completedAt ?? at } });
    added[isCompleted ? 'completedTasks' : 'tasks'] += 1;
    if (parent) parent.children += 1;
    const level = parent ? parent.level + 1 : 0;
    this.#ids.set(fileId, id);
    this.#parents.set(id, { id, level, collectionId, isClosed: isCompleted, children: 0, operations });
  }

  /** Null if the file names no parent; the reason if the named one is not possible. */
  #parentOf({ list, parentId }: Candidate, isCut: boolean): Parent | Reason | null {
    if (parentId === '') return null;
    if (isCut) return 'CIRCLE';
    const id = this.#ids.get(parentId) ?? this.#entries.idHere('task', parentId);
    const parent = this.#parents.get(id) ?? this.#parentHere(id);
    if (!parent) return 'NO_PARENT';
    if (list === 'tasks' && parent.isClosed) return 'PARENT_COMPLETED';
    if (!isLevelOf('task', parent.level + 1)) return 'TOO_DEEP';
    return parent.children < LIMITS.subTasks ? parent : 'SUBTASK_LIMIT';
  }

  #parentHere(id: string): Parent | undefined {
    const { existing, find } = this.#entries;
    const task = existing.get('task', id);
    if (!task) return undefined;
    const { collectionId, completedAt, isBelowCompleted = false } = placedTask(task, find);
    const parent = {
      id,
      level: this.#entries.levelHere('task', id),
      collectionId,
      isClosed: completedAt !== null || isBelowCompleted,
      children: existing.subTaskCount(id),
      operations: this.#operations,
    };
    this.#parents.set(id, parent);
    return parent;
  }

  /** The collection of a top-level task, and the list of operations to add it to. */
  #homeOf(candidate: Candidate): Pick<Parent, 'collectionId' | 'operations'> | null {
    const { fields, list } = candidate;
    const isCompleted = list === 'completedTasks';
    const collectionId = this.#collectionOf(fields, isCompleted);
    if (collectionId !== undefined) return { collectionId, operations: this.#operations };
    const ghost = isCompleted ? this.#ghostOf(fields) : null;
    return ghost && { collectionId: ghost.id, operations: ghost.operations };
  }

  /** Finds the collection by id, in the file or existing, and otherwise by name. */
  #collectionOf(fields: Candidate['fields'], isCompleted: boolean): string | undefined {
    const id = this.#named.idOf('collection', idOf(fields['collectionId']));
    if (id !== undefined) return id;
    const name = nameOf(fields['collection']);
    // A completed task keeps its own collection, even if another one in the file now has the same name.
    if (isCompleted && !this.#namesHere.has(name)) return undefined;
    return this.#named.collectionIds.get(name);
  }

  #ghostOf(fields: Candidate['fields']): Ghost | null {
    const name = nameOf(fields['collection']);
    if (isBlank(name) || name.length > LIMITS.collectionName) return null;
    // It is there until its tasks are completed. The collections of the file come after it.
    if (this.#entries.existing.count('collection') >= LIMITS.collections) return null;
    const fileId = idOf(fields['collectionId']) || `name ${name}`;
    const known = this.#ghosts.get(fileId);
    if (known) return known;
    const id = this.#entries.idHere('collection', fileId);
    const ghost = { id, name, color: colorOf(fields['color']) ?? SPARE_COLOR, operations: [] };
    this.#ghosts.set(fileId, ghost);
    return ghost;
  }

  /** The repeating task of a past occurrence; it may come later in the file. */
  #idOfSeries(fileId: string): string | null {
    const id = fileId === '' ? '' : this.#entries.idHere('task', fileId);
    return this.#coming.has(id) || this.#entries.has('task', id) ? id : null;
  }

  #sectionOf({ fields, note }: Candidate, collectionId: string): string | null {
    const fileId = idOf(fields['sectionId']);
    if (fileId === '') return null;
    const id = this.#named.idOf('section', fileId);
    if (id !== undefined && this.#named.collectionOf(id) === collectionId) return id;
    note('NO_SECTION');
    return null;
  }

  #labelsOf({ fields, note }: Candidate): string {
    let labels = '';
    const reasons = new Set<Reason>();
    for (const fileId of textOf(fields['labels']).split(/\s+/).filter(Boolean)) {
      const id = this.#named.idOf('label', fileId);
      if (id === undefined) reasons.add('NO_LABEL');
      else if (hasRoomFor(labels, id)) labels = withId(labels, id);
      else reasons.add('LABELS_LIMIT');
    }
    for (const reason of reasons) note(reason);
    return labels;
  }
}
