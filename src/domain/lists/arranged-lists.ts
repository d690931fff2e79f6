import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { FindRow } from '#src/domain/schema/row.ts';
import type { PlacedTask } from '#src/domain/task.ts';
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

/** The tasks of each group that holds any, by the key of it. The groups are in no particular order. */
export type Groups = ReadonlyMap<string, readonly string[]>;

const DAY_LISTS: ReadonlySet<string> = new Set(['overdue', 'today', 'upcoming']);

type Standing = StandingLists<'group', PlacedTask>;

interface Arranged {
  readonly arrangement: Arrangement;
  /** Null until it is read anew. */
  standing: Standing | null;
  groups: Groups | null;
  followers: number;
}

/** The lists beside others, as their users group and sort them. */
export function arrangedIn(lists: ReadonlyTaskLists): ArrangedLists {
  return lists.beside((...parts) => new ArrangedLists(...parts));
}

/**
 * Lists as their users group and sort them. One is made when it is read, from the tasks of that list, and kept from then on as tasks change, as
 * long as somebody follows it: only the one that was read last stands without.
 */
export class ArrangedLists implements ListsBeside {
  readonly #lists: KeptTasks;
  readonly #find: FindRow;
  readonly #today: () => CalendarDay;
  readonly #queries: () => KeptQueries | null;
  readonly #arranged = new Map<ArrangedName, Arranged>();

  /** `lists`: where the tasks are found that are in a list. `find` finds sections and labels as they are once they are told of. */
  constructor(lists: KeptTasks, find: FindRow, today: () => CalendarDay, queries: () => KeptQueries | null) {
    this.#lists = lists;
    this.#find = find;
    this.#today = today;
    this.#queries = queries;
  }

  /** The same object until it changes, and so is each list of it. */
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
    // Sections and labels come and go with no change of the tasks that name them, and what these were in may be no group any more.
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

  /** They are made anew when they are read again. */
  #renew(isStale: (arrangement: Arrangement) => boolean): ArrangedName[] {
    const stale = this.#which(({ standing, arrangement }) => standing !== null && isStale(arrangement));
    for (const name of stale) this.#get(name).standing = null;
    return stale;
  }

  /** Those that changed, which are to be read anew. */
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

  /** Which tasks are in a list, and the ids of those that are by now. */
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
