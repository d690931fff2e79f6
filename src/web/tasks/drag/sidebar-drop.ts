import { addDays, calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { hasId, idSetOf } from '#src/domain/id-set.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { collectionKey, findNamed, labelKey } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { sectionTargetAt } from './section-targets.ts';

/** An entry of the sidebar that takes dragged tasks, or a section beside it. */
export interface SidebarPlace {
  readonly link: HTMLElement;
  /** Says that tasks were dropped there. */
  readonly done: string;
  /** The edit of a task that is not there yet; null for one that is. */
  readonly edit: (task: Task, at: number) => Operation | null;
  /** Its collection, whose sections take tasks, too. */
  readonly collectionId?: string;
}

/** The entry of the sidebar at a point of the window, px: Today, Upcoming, a collection, a section of one, or a label. Null for anything else. */
export function sidebarPlaceAt(replica: Replica, x: number, y: number): SidebarPlace | null {
  const target = sectionTargetAt(x, y);
  const section = target && replica.get('section', target.id);
  if (section) {
    const { collectionId, id, name } = section;
    return { link: target.element, done: `Moved to ${name}`, edit: placed(collectionId, id) };
  }
  const link = document.elementFromPoint(x, y)?.closest<HTMLElement>('nav li')?.querySelector('a');
  return link ? placeOf(replica, link) : null;
}

function placeOf(replica: Replica, link: HTMLAnchorElement): SidebarPlace | null {
  const { pathname } = link;
  const { lists } = replica;
  const today = calendarDayAt(Date.now());
  if (pathname === links.today) return { link, done: 'Moved to Today', edit: dated(() => today) };
  if (pathname === links.upcoming)
    // A task that is upcoming already keeps its day.
    return {
      link,
      done: 'Moved to Upcoming',
      edit: dated(({ date }) => (date !== null && date > today ? date : addDays(today, 1))),
    };
  const collection = findNamed(collectionKey(pathname) ?? '', lists.collections.all());
  if (collection) {
    const { id: collectionId, name } = collection;
    return { link, done: `Moved to ${name}`, edit: placed(collectionId, null), collectionId };
  }
  const labels = lists.labels().flatMap((id) => replica.get('label', id) ?? []);
  const label = findNamed(labelKey(pathname) ?? '', labels);
  return label ? { link, done: `Label ${label.name} added`, edit: labelled(label.id) } : null;
}

type Edit = SidebarPlace['edit'];

const dated =
  (dayOf: (task: Task) => CalendarDay): Edit =>
  (task, at) =>
    task.date === dayOf(task)
      ? null
      : { name: 'task.edit', args: { id: task.id, changes: { date: dayOf(task) }, at } };

/** A sub-task leaves its parent. */
const placed =
  (collectionId: string, sectionId: string | null): Edit =>
  ({ id, collectionId: own, sectionId: ownSection, parentId }, at) => {
    const isThere = own === collectionId && (sectionId === null || ownSection === sectionId);
    if (isThere && parentId === null) return null;
    const changes = { collectionId, sectionId, ...(parentId !== null && { parentId: null }) };
    return { name: 'task.edit', args: { id, changes, at } };
  };

const labelled =
  (label: string): Edit =>
  ({ id, labels }, at) =>
    hasId(labels, label) ? null : { name: 'task.label', args: { id, add: idSetOf([label]), remove: '', at } };
