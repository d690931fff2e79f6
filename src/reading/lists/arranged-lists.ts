import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import {
  arrangementOf,
  compareIn,
  groupsOf,
  sourceOf,
  type ArrangedList,
  type ArrangedName,
  type Arrangement,
} from './arrangement.ts';
import { NO_KEY, TASKS, type Label, type Section } from './families.ts';
import type { KeptQueries, KeptTasks, ListsBeside } from './lists-beside.ts';
import type { Change } from './presence.ts';
import { StandingLists } from './standing-lists.ts';
import type { ReadonlyTaskLists } from './task-lists.ts';

/**
 * The ids of the tasks by the key of their group, in no particular order; a group without tasks is missing.
 */
export type Groups = ReadonlyMap<string, readonly string[]>;

const DAY_LISTS: ReadonlySet<string> = new Set(['overdue', 'today', 'upcoming']);

type Standing = StandingLists<'group', PlacedTask>;

interface Arranged {
  readonly arrangement: Arrangement;
  /** Null until the list is read again. */
  standing: Standing | null;
  groups: Groups | null;
  followers: number;
}

/** The arranged lists beside `lists`. */
export function arrangedIn(lists: ReadonlyTaskLists): ArrangedLists {
  return lists.beside((...parts) => new ArrangedLists(...parts));
}

/**
 * Lists as their users group and sort them. A list is built from its tasks when it is first read. While it
 * has followers, it is kept as tasks change; a list without followers is kept only until another one is read.
 */
export class ArrangedLists implements ListsBeside {
  readonly #lists: KeptTasks;
  readonly #find: FindRow;
  readonly #today: () => CalendarDay;
  readonly #queries: () => KeptQueries | null;
  readonly #arranged = new Map<ArrangedName, Arranged>();

  /** `lists` holds the tasks. `find` returns sections and labels in their newest state. */
  constructor(lists: KeptTasks, find: FindRow, today: () => CalendarDay, queries: () => KeptQueries | null) {
    this.#lists = lists;
    this.#find = find;
    this.#today = today;
    this.#queries = queries;
  }

  /** The same object until it changes; so is each list in it. */
  groups(name: ArrangedName): Groups {
    const arranged = this.#get(name);
    const standing = (arranged.standing ??= this.#build(arranged.arrangement));
    arranged.groups ??= new Map(
      Array.from(standing.keys('group'), (key) => [key, standing.ids('group', key)]),
    );
    return arranged.groups;
  }

  /** Keeps a list until the function that it returns is called. */
  follow(name: ArrangedName): () => void {
    const arranged = this.#get(name);
    arranged.followers += 1;
    return () => {
      arranged.followers -= 1;
    };
  }

  apply(
    tasks: readonly Change<PlacedTask>[],
    sections: ReadonlyMap<string, Change<Section>>,
    labels: ReadonlyMap<string, Change<Label>>,
  ): ArrangedName[] {
    // Sections and labels come and go without a change of the tasks that name them, and take their groups
    // along.
    const isStale = { section: isAnyFlipped(sections), label: isAnyFlipped(labels) };
    const stale = this.#renew(({ group }) => (group === 'section' || group === 'label') && isStale[group]);
    if (tasks.length === 0) return stale;
    return [...stale, ...this.#which(({ standing }) => (standing?.apply(tasks).group.size ?? 0) > 0)];
  }

  renew(what: 'day' | 'zone' | `query:${string}`): ArrangedName[] {
    return this.#renew(({ list }) => {
      if (what === 'day') return DAY_LISTS.has(list);
      return list === (what === 'zone' ? 'completed' : what);
    });
  }

  /** The lists are built again when they are next read. */
  #renew(isStale: (arrangement: Arrangement) => boolean): ArrangedName[] {
    const stale = this.#which(({ standing, arrangement }) => standing !== null && isStale(arrangement));
    for (const name of stale) this.#get(name).standing = null;
    return stale;
  }

  /** Drops the groups of the changed lists, so that they are read anew. Returns their names. */
  #which(isChanged: (arranged: Arranged) => boolean): ArrangedName[] {
    const changed = [...this.#arranged].filter(([, arranged]) => isChanged(arranged));
    for (const [, arranged] of changed) arranged.groups = null;
    return changed.map(([name]) => name);
  }

  #get(name: ArrangedName): Arranged {
    const known = this.#arranged.get(name);
    if (known) return known;
    for (const [other, { followers }] of this.#arranged) if (followers === 0) this.#arranged.delete(other);
    const arranged = { arrangement: arrangementOf(name), standing: null, groups: null, followers: 0 };
    this.#arranged.set(name, arranged);
    return arranged;
  }

  #build(arrangement: Arrangement): Standing {
    const [isIn, ids] = this.#sourceOf(arrangement.list);
    const standing: Standing = new StandingLists({
      group: {
        keysOf: (task) => (isIn(task) ? groupsOf(task, arrangement, this.#find) : NO_KEY),
        compare: compareIn(arrangement),
      },
    });
    standing.apply(Array.from(ids, (id) => ({ before: undefined, after: this.#lists.row(id) })));
    return standing;
  }

  /** The condition for the tasks of a list, and the ids of the tasks that meet it now. */
  #sourceOf(list: ArrangedList): [(task: PlacedTask) => boolean, Iterable<string>] {
    const lists = this.#lists;
    if (isQuery(list)) {
      const holds = this.#queries()?.predicate(list.slice('query:'.length)) ?? (() => false);
      return [holds, Array.from(lists.rows()).flatMap((task) => (holds(task) ? [task.id] : []))];
    }
    const [family, isSource] = sourceOf(list, this.#today());
    const keys = Array.from(lists.keys(family)).filter(isSource);
    const { keysOf } = TASKS[family];
    return [(task) => keysOf(task).some(isSource), keys.flatMap((key) => [...lists.unordered(family, key)])];
  }
}

function isQuery(list: ArrangedList): list is `query:${string}` {
  return list.startsWith('query:');
}

function isAnyFlipped(changes: ReadonlyMap<string, Change<Section | Label>>): boolean {
  return [...changes.values()].some(
    ({ before, after }) => (before?.deletedAt === null) !== (after?.deletedAt === null),
  );
}
