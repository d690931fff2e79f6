import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { ArrangedName } from './arrangement.ts';
import type { Filter, Label, Reminder, Section } from './families.ts';
import type { Change } from './presence.ts';

/**
 * The four views, the active and the completed tasks of a collection, the active ones by section, those of a section or a label, the
 * sub-tasks of a task and those of them that are completed; the tasks of a query that stands; the sections of a collection and of all, the
 * reminders of a task, the collections, the labels and the filters themselves.
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

/** What changed of the rows, by id. */
export interface ListedChanges {
  readonly task: ReadonlyMap<string, Change<Task>>;
  readonly collection: ReadonlyMap<string, Change<Collection>>;
  readonly section: ReadonlyMap<string, Change<Section>>;
  readonly label: ReadonlyMap<string, Change<Label>>;
  readonly reminder: ReadonlyMap<string, Change<Reminder>>;
  readonly filter: ReadonlyMap<string, Change<Filter>>;
}

/** What changes as a whole: a list, or one as its user groups and sorts it; or a sub-task, which has something of what it stands below. */
export type ListTopic = ListName | ArrangedName | `task:${string}`;
