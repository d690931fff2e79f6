import type { Collection } from '#src/tables/collection/collection.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { ArrangedName } from './arrangement.ts';
import type { Filter, Label, Reminder, Section } from './families.ts';
import type { Change } from './presence.ts';

/**
 * The lists of the screens: the four views; the tasks of a collection, section, label, parent or kept query,
 * active or completed; sections, reminders, collections, labels and filters.
 */
export type ListName =
  | 'overdue'
  | 'today'
  | 'upcoming'
  | 'completed'
  | `${'in' | 'below' | 'completed-in' | 'parts' | 'part' | 'labelled' | 'under' | 'completed-under' | 'sections' | 'reminders' | 'query'}:${string}`
  | 'collections'
  | 'labels'
  | 'filters'
  | 'sections'
  | 'trash';

/** The changed rows of each table, by id. */
export interface ListedChanges {
  readonly task: ReadonlyMap<string, Change<Task>>;
  readonly collection: ReadonlyMap<string, Change<Collection>>;
  readonly section: ReadonlyMap<string, Change<Section>>;
  readonly label: ReadonlyMap<string, Change<Label>>;
  readonly reminder: ReadonlyMap<string, Change<Reminder>>;
  readonly filter: ReadonlyMap<string, Change<Filter>>;
}

/**
 * The unit of a notification: a list, an arranged list, or a sub-task that shows properties of the tasks
 * above it.
 */
export type ListTopic = ListName | ArrangedName | `task:${string}`;
