import { addDays, calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { QueryContext } from '#src/reading/query/context.ts';
import type { Query } from '#src/reading/query/query.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';

/** Says if a query matches a task by reading docs/query.md literally, anew for each task. */
export function naivelyHolds(query: Query, task: PlacedTask, context: QueryContext): boolean {
  const { today } = context;
  switch (query.kind) {
    case 'not':
      return !naivelyHolds(query.of, task, context);
    case 'all':
      return query.of.filter((each) => !naivelyHolds(each, task, context)).length === 0;
    case 'any':
      return query.of.filter((each) => naivelyHolds(each, task, context)).length > 0;
    case 'priority':
      return `p${task.priority}` === `p${query.priority}`;
    case 'text':
      return plain(`${task.name}\n${task.description}`).split(plain(query.text)).length > 1;
    case 'label':
      return labelNames(task, context).some((name) => plain(name) === plain(query.name));
    case 'section':
      return plain(sectionName(task, context) ?? '') === plain(query.name);
    case 'collection': {
      const above = collectionsAbove(task.collectionId, context);
      return (query.withBelow ? above : above.slice(0, 1)).some((name) => plain(name) === plain(query.name));
    }
    case 'day': {
      const days: Record<string, CalendarDay | null> = {
        due: task.date,
        deadline: task.deadline,
        created: calendarDayAt(task.createdAt),
        completed: task.completedAt === null ? null : calendarDayAt(task.completedAt),
      };
      const [has, wanted] = [days[query.field] ?? null, context.readDays(query.day)];
      if (has === null || wanted === null) return false;
      const isBefore = has.localeCompare(wanted.first) < 0;
      const isAfter = has.localeCompare(wanted.last) > 0;
      return { on: !isBefore && !isAfter, before: isBefore, after: isAfter }[query.relation];
    }
    case 'is': {
      const is: Record<typeof query.keyword, boolean> = {
        today: task.date === today,
        tomorrow: task.date === addDays(today, 1),
        yesterday: task.date === addDays(today, -1),
        overdue: task.date !== null && addDays(task.date, 1) <= today,
        'no date': task.date === null,
        'no time': task.time === null,
        'no deadline': task.deadline === null,
        'no label': labelNames(task, context).length === 0,
        'no section': sectionName(task, context) === null,
        done: task.completedAt !== null || Boolean(task.isBelowCompleted),
        repeating: task.repeat !== null,
        subtask: task.parentId !== null,
        'view all': true,
      };
      return is[query.keyword];
    }
  }
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

function labelNames({ labels }: PlacedTask, context: QueryContext): string[] {
  return context.labels.filter(({ id }) => labels.split(' ').includes(id)).map(({ name }) => name);
}

function sectionName(task: PlacedTask, { sections }: QueryContext): string | null {
  const own = sections.find(
    ({ id, collectionId }) => id === task.sectionId && collectionId === task.collectionId,
  );
  return own?.name ?? null;
}

/** The names of a collection and of those above it, its own first. */
function collectionsAbove(id: string | null, { collections }: QueryContext): string[] {
  const names: string[] = [];
  for (let at = id; at !== null;) {
    const found = collections.find((each) => each.id === at);
    if (found) names.push(found.name);
    at = found?.parentId ?? null;
  }
  return names;
}
