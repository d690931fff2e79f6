import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { FindRow } from '#src/domain/schema/row.ts';
import type { PlacedTask } from '#src/domain/task.ts';
import {
  arrangementOf,
  compareIn,
  groupsOf,
  sourceOf,
  type ArrangedName,
  type Arrangement,
} from './arrangement.ts';
import { NO_KEY, TASKS, type Label, type Section, type TaskFamily } from './families.ts';
import type { Change } from './presence.ts';
import { StandingLists } from './standing-lists.ts';

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

/**
 * Lists as their users group and sort them. One is made when it is read, from the tasks of that list, and kept from then on as tasks change, as
 * long as somebody follows it: only the one that was read last stands without.
 */
export class ArrangedLists {
  readonly #lists: StandingLists<TaskFamily, PlacedTask>;
  readonly #find: FindRow;
  readonly #today: () => CalendarDay;
  readonly #arranged = new Map<ArrangedName, Arranged>();

  /** `lists`: where the tasks are found that are in a list. `find` finds sections and labels as they are once they are told of. */
  constructor(lists: StandingLists<TaskFamily, PlacedTask>, find: FindRow, today: () => CalendarDay) {
    this.#lists = lists;
    this.#find = find;
    this.#today = today;
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

  /** Takes in changed tasks. Returns the names of what changed by it. */
  apply(changes: readonly Change<PlacedTask>[]): ArrangedName[] {
    if (changes.length === 0) return [];
    return this.#which(({ standing }) => (standing?.apply(changes).group.size ?? 0) > 0);
  }

  /** Another day has begun. Returns the names of what changes by it. */
  renewDays(): ArrangedName[] {
    return this.#renew(({ list }) => DAY_LISTS.has(list));
  }

  /** Instants may lie in other days. Returns the names of what changes by it. */
  renewCompleted(): ArrangedName[] {
    return this.#renew(({ list }) => list === 'completed');
  }

  /**
   * Sections and labels come and go with no change of the tasks that name them. Returns the names of what changes by it. To be called before these
   * tasks are told of: what they were in may be no group any more.
   */
  renewGrouped(sections: Iterable<Change<Section>>, labels: Iterable<Change<Label>>): ArrangedName[] {
    const isStale = { section: isAnyFlipped(sections), label: isAnyFlipped(labels) };
    return this.#renew(({ group }) => (group === 'section' || group === 'label') && isStale[group]);
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
    const [family, isSource] = sourceOf(arrangement.list, this.#today());
    const { keysOf } = TASKS[family];
    const standing: Standing = new StandingLists({
      group: {
        keysOf: (task) => (keysOf(task).some(isSource) ? groupsOf(task, arrangement, this.#find) : NO_KEY),
        compare: compareIn(arrangement),
      },
    });
    const changes: Change<PlacedTask>[] = [];
    for (const key of this.#lists.keys(family)) {
      if (!isSource(key)) continue;
      for (const id of this.#lists.unordered(family, key))
        changes.push({ before: undefined, after: this.#lists.row(id) });
    }
    standing.apply(changes);
    return standing;
  }
}

function isAnyFlipped(changes: Iterable<Change<Section | Label>>): boolean {
  return [...changes].some(
    ({ before, after }) => (before?.deletedAt === null) !== (after?.deletedAt === null),
  );
}
