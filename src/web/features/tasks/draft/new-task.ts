import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { NewTaskFields } from '#src/web/focus/dialogs.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { collectionKey, findNamed } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { NO_DATE, NO_DETAILS, type TaskDraft } from './task-form.ts';

const LAST_COLLECTION = 'sunglow.lastCollection';

/**
 * The fields of a new task, from the page that its user is on: tomorrow in Upcoming, else today; the collection of the page,
 * else the collection that got the last task on this device.
 */
export function proposeTask(
  pathname: string,
  today: CalendarDay,
  collections: readonly Collection[],
  isArchived: (collectionId: string) => boolean,
): TaskDraft {
  const here = findNamed(collectionKey(pathname) ?? '', collections);
  const remembered = lastCollection();
  const last = remembered !== null && isArchived(remembered) ? null : remembered;
  return {
    name: '',
    description: '',
    notesBase: null,
    date: pathname === links.upcoming ? addDays(today, 1) : today,
    collectionId: (here ?? collections.find(({ id }) => id === last))?.id ?? '',
    labels: '',
    added: '',
    reminders: '',
    ...NO_DETAILS,
  };
}

/** The collection of a new task in a form, where nothing else chooses one: the only one. */
export function withOnlyCollection(
  draft: TaskDraft,
  collections: readonly Collection[],
  isArchived: (collectionId: string) => boolean,
): TaskDraft {
  const [only, ...others] = collections.filter(({ id }) => !isArchived(id));
  return draft.collectionId === '' && only && others.length === 0
    ? { ...draft, collectionId: only.id }
    : draft;
}

/** The fields of a new task that is added from a place that fixes more than the page does. */
export function withFields(draft: TaskDraft, { date, ...fields }: NewTaskFields): TaskDraft {
  return { ...draft, ...fields, ...(date !== undefined && { date: date ?? NO_DATE }) };
}

/** The id of the collection that got the last task on this device; null before the first. It may be gone. */
export function lastCollection(): string | null {
  return deviceMemory.get(LAST_COLLECTION);
}

export function rememberCollection(id: string): void {
  deviceMemory.set(LAST_COLLECTION, id);
}
