import { addDays, localMidnight, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { idsIn } from '#src/domain/id-set.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { named, type QueryContext } from './context.ts';
import { fold } from '#src/domain/text/fold.ts';
import { asksForCompleted, type Condition, type DayField, type Keyword, type Query } from './query.ts';

export type Predicate = (task: PlacedTask) => boolean;

export interface CompiledQuery {
  readonly holds: Predicate;
  /** The names and days as resolved. Compilations of a query with the same meaning match the same tasks. */
  readonly meaning: string;
}

/** The condition for a task with a folded text in its name or notes. */
export type TextCondition = (wanted: string) => Predicate;

/** Compiles a query once, for any number of tasks. A name that matches no row matches no task. */
export function compileQuery(
  query: Query,
  context: QueryContext,
  containing: TextCondition = (wanted) => (task) => textOf(task).includes(wanted),
): CompiledQuery {
  const meanings: string[] = [];
  // Equal conditions are compiled once: one may name thousands of rows.
  const compiled = new Map<string, Predicate>();
  const compile = (each: Query): Predicate => {
    if (each.kind === 'not') {
      const holds = compile(each.of);
      return (task) => !holds(task);
    }
    if ('of' in each) {
      // Searching text is slowest, so it comes last. The order of meanings does not depend on it.
      const members = each.of.map((one) => ({ holds: compile(one), isSlow: one.kind === 'text' }));
      const holds = members.toSorted((a, b) => Number(a.isSlow) - Number(b.isSlow)).map((one) => one.holds);
      return each.kind === 'all' ? every(holds) : some(holds);
    }
    const key = JSON.stringify(each);
    const known = compiled.get(key);
    if (known) return known;
    const { holds, means } =
      each.kind === 'text'
        ? { holds: containing(fold(each.text)), means: '' }
        : compileCondition(each, context);
    compiled.set(key, holds);
    meanings.push(means);
    return holds;
  };
  const holds = compile(query);
  return { holds, meaning: JSON.stringify([query, meanings]) };
}

/**
 * The condition for a task in the list of a query: it is open, or completed if the query asks for completed
 * tasks, and never archived.
 */
export function inList(query: Query, holds: Predicate): Predicate {
  const withCompleted = asksForCompleted(query);
  return (task) => task.isArchived !== true && (withCompleted || !isDone(task)) && holds(task);
}

function every(members: readonly Predicate[]): Predicate {
  return (task) => {
    for (const holds of members) if (!holds(task)) return false;
    return true;
  };
}

function some(members: readonly Predicate[]): Predicate {
  return (task) => {
    for (const holds of members) if (holds(task)) return true;
    return false;
  };
}

interface CompiledCondition {
  readonly holds: Predicate;
  readonly means: string;
}

function compileCondition(
  condition: Exclude<Condition, { kind: 'text' }>,
  context: QueryContext,
): CompiledCondition {
  switch (condition.kind) {
    case 'is':
      return compileKeyword(condition.keyword, context);
    case 'priority':
      return { holds: ({ priority }) => priority === condition.priority, means: '' };
    case 'label':
      return compileLabels(named(context.labels, condition.name));
    case 'section': {
      const sections = named(context.sections, condition.name);
      const homes = homesOf(sections);
      return { holds: (task) => isIn(homes, task), means: sections.map(({ id }) => id).join(' ') };
    }
    case 'collection': {
      const ids = new Set(named(context.collections, condition.name).map(({ id }) => id));
      if (condition.withBelow) addBelow(ids, context.collections);
      return { holds: ({ collectionId }) => ids.has(collectionId), means: [...ids].toSorted().join(' ') };
    }
    case 'day':
      return compileDay(condition, context);
  }
}

function compileKeyword(keyword: Keyword, { today, sections, labels }: QueryContext): CompiledCondition {
  const of = (holds: Predicate, means = ''): CompiledCondition => ({ holds, means });
  const on = (day: CalendarDay) => of(({ date }) => date === day, day);
  switch (keyword) {
    case 'today':
      return on(today);
    case 'tomorrow':
      return on(addDays(today, 1));
    case 'yesterday':
      return on(addDays(today, -1));
    case 'overdue':
      return of(({ date }) => date !== null && date < today, today);
    case 'no date':
      return of(({ date }) => date === null);
    case 'no time':
      return of(({ time }) => time === null);
    case 'no deadline':
      return of(({ deadline }) => deadline === null);
    case 'no label': {
      const { holds, means } = compileLabels(labels);
      return of((task) => !holds(task), means);
    }
    case 'no section': {
      const homes = homesOf(sections);
      const ids = sections.map(({ id }) => id);
      return of((task) => !isIn(homes, task), ids.toSorted().join(' '));
    }
    case 'done':
      return of(isDone);
    case 'repeating':
      return of(({ repeat }) => repeat !== null);
    case 'subtask':
      return of(({ parentId }) => parentId !== null);
    case 'view all':
      return of(() => true);
  }
}

/** Matches a task with any of these labels. */
function compileLabels(labels: QueryContext['labels']): CompiledCondition {
  const known = new Set(labels.map(({ id }) => id));
  return {
    holds: ({ labels: set }) => set !== '' && idsIn(set).some((id) => known.has(id)),
    means: [...known].toSorted().join(' '),
  };
}

/** True for a task that is completed by itself, or with one above it. */
function isDone({ completedAt, isBelowCompleted }: PlacedTask): boolean {
  return completedAt !== null || isBelowCompleted === true;
}

/** The collection of each section, by the id of the section. */
function homesOf(sections: QueryContext['sections']): ReadonlyMap<string | null, string> {
  return new Map(sections.map(({ id, collectionId }) => [id, collectionId]));
}

/** A section of another collection counts as none. */
function isIn(homes: ReadonlyMap<string | null, string>, { sectionId, collectionId }: PlacedTask): boolean {
  return sectionId !== null && homes.get(sectionId) === collectionId;
}

/** Iterating a Set includes ids that are added meanwhile. */
function addBelow(ids: Set<string>, collections: QueryContext['collections']): void {
  const below = Map.groupBy(collections, ({ parentId }) => parentId);
  for (const above of ids) for (const { id } of below.get(above) ?? []) ids.add(id);
}

const TEXTS: Record<'due' | 'deadline', (task: PlacedTask) => CalendarDay | null> = {
  due: ({ date }) => date,
  deadline: ({ deadline }) => deadline,
};

const INSTANTS: Record<Exclude<DayField, 'due' | 'deadline'>, (task: PlacedTask) => number | null> = {
  created: ({ createdAt }) => createdAt,
  completed: ({ completedAt }) => completedAt,
};

function compileDay(
  { field, relation, day: written }: Extract<Condition, { kind: 'day' }>,
  { readDays }: QueryContext,
): CompiledCondition {
  const days = readDays(written);
  if (days === null) return { holds: () => false, means: '' };
  const { first, last } = days;
  if (field === 'due' || field === 'deadline')
    return { holds: within(TEXTS[field], relation, first, last), means: `${first} ${last}` };
  // Compares instants, since a local day would have to be computed for each row.
  const begins = localMidnight(first);
  const ends = localMidnight(addDays(last, 1)) - 1;
  return { holds: within(INSTANTS[field], relation, begins, ends), means: `${begins} ${ends}` };
}

/** Compares a value of a task with the range from `first` to `last`; null never matches. */
function within<T extends string | number>(
  of: (task: PlacedTask) => T | null,
  relation: 'on' | 'before' | 'after',
  first: T,
  last: T,
): Predicate {
  return (task) => {
    const value = of(task);
    if (value === null) return false;
    if (relation === 'before') return value < first;
    return relation === 'after' ? value > last : value >= first && value <= last;
  };
}

let lastTask: PlacedTask | null = null;
let lastText = '';

/**
 * The name and notes of a task, folded for comparison. The last text is kept, since many filters ask about
 * one task in a row.
 */
export function textOf(task: PlacedTask): string {
  if (task !== lastTask) {
    lastText = fold(`${task.name}\n${task.description}`);
    lastTask = task;
  }
  return lastText;
}
