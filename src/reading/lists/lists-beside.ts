import type { PlacedTask } from '#src/tables/task/task.ts';
import type { TaskFamily } from './families.ts';
import type { Change } from './presence.ts';
import type { StandingLists } from './standing-lists.ts';
import type { StandingQueries } from './standing-queries.ts';
import type { ListedChanges, ListTopic } from './list-name.ts';

/** All tasks that are there, and the lists that hold them: the source of arranged lists. */
export type KeptTasks = StandingLists<TaskFamily, PlacedTask>;

/** The kept queries, by key. */
export type KeptQueries = Pick<StandingQueries<PlacedTask>, 'predicate'>;

/**
 * Lists that are kept beside the lists of the screens. Each method returns the names of the changed lists.
 */
export interface ListsBeside {
  /** Each task comes at most once; sections and labels by id. */
  apply(
    tasks: readonly Change<PlacedTask>[],
    sections: ListedChanges['section'],
    labels: ListedChanges['label'],
  ): Iterable<ListTopic>;
  /** Another day begins, the time zone changes, or a kept query becomes another one. */
  renew(what: 'day' | 'zone' | `query:${string}`): Iterable<ListTopic>;
}
