import type { PlacedTask } from '#src/domain/task.ts';
import type { TaskFamily } from './families.ts';
import type { Change } from './presence.ts';
import type { StandingLists } from './standing-lists.ts';
import type { StandingQueries } from './standing-queries.ts';
import type { ListedChanges, ListTopic } from './list-name.ts';

/** What lists beside those of the screens are made of: all tasks that are there, and in which lists they are. */
export type KeptTasks = StandingLists<TaskFamily, PlacedTask>;

/** The queries that stand, by key. */
export type KeptQueries = Pick<StandingQueries<PlacedTask>, 'predicate'>;

/** Lists beside them, which are told what changes. Each returns the names of what changes there by it. */
export interface ListsBeside {
  /** Tasks, each at most once; sections and labels by id. */
  apply(
    tasks: readonly Change<PlacedTask>[],
    sections: ListedChanges['section'],
    labels: ListedChanges['label'],
  ): Iterable<ListTopic>;
  /** Another day has begun, instants lie in other days, or a query is another one. */
  renew(what: 'day' | 'zone' | `query:${string}`): Iterable<ListTopic>;
}
