import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Days } from './context.ts';
import type { Condition, Keyword, Query } from './query.ts';

/** Reads and prints days for the user. */
export interface Wording {
  readonly readDays: (text: string) => Days | null;
  readonly dayText: (day: CalendarDay) => string;
}

const KEYWORD_TEXTS: Record<Keyword, string | readonly [is: string, isNot: string]> = {
  today: 'due today',
  tomorrow: 'due tomorrow',
  yesterday: 'due yesterday',
  overdue: 'overdue',
  'no date': ['without a date', 'with a date'],
  'no time': ['without a time', 'with a time'],
  'no deadline': ['without a deadline', 'with a deadline'],
  'no label': ['without a label', 'with a label'],
  'no section': ['in no section', 'in a section'],
  done: ['completed', 'not completed'],
  repeating: 'repeating',
  subtask: 'a sub-task',
  'view all': ['all tasks', 'no tasks'],
};

/** A query in words: “due today or overdue, in Work, not labeled waiting”. */
export function explainQuery(query: Query, wording: Wording): string {
  const say = (each: Query, isNot = false): string => {
    if (each.kind === 'not') return say(each.of, true);
    if ('of' in each)
      return `${isNot ? 'not ' : ''}(${sayAll(each.of, each.kind === 'all' ? ' and ' : ' or ')})`;
    const [is, isNone] = textsOf(each, wording);
    return isNot ? isNone : is;
  };
  const sayAll = (members: readonly Query[], joint: string) =>
    joinedAlike(members, joint === ' or ' ? 'priority' : 'text')
      .map((each) => (Array.isArray(each) ? alikeText(each) : say(each)))
      .join(joint);
  const sayOne = (each: Query) => (each.kind === 'any' ? sayAll(each.of, ' or ') : say(each));
  if (query.kind !== 'all') return sayOne(query);
  return joinedAlike(query.of, 'text')
    .map((each) => (Array.isArray(each) ? alikeText(each) : sayOne(each)))
    .join(', ');
}

type Alike = Extract<Condition, { kind: 'priority' | 'text' }>;

/** The members with all conditions of this kind as one list, where there are several, in the place of the first. */
function joinedAlike(members: readonly Query[], kind: Alike['kind']): readonly (Query | Alike[])[] {
  const alike = members.filter((each): each is Alike => each.kind === kind);
  if (alike.length < 2) return members;
  return members.flatMap((each): (Query | Alike[])[] => {
    if (each.kind !== kind) return [each];
    return each === alike[0] ? [alike] : [];
  });
}

/** Priorities of which any counts, or texts of which each does. */
function alikeText(conditions: readonly Alike[]): string {
  const isText = conditions[0]?.kind === 'text';
  const each = conditions.map((one) => (one.kind === 'text' ? `“${one.text}”` : String(one.priority)));
  const all = `${each.slice(0, -1).join(', ')} ${isText ? 'and' : 'or'} ${each.at(-1) ?? ''}`;
  return isText ? `with the text ${all}` : `priority ${all}`;
}

function textsOf(condition: Condition, wording: Wording): readonly [is: string, isNot: string] {
  if (condition.kind === 'text')
    return [`with the text “${condition.text}”`, `without the text “${condition.text}”`];
  const text = textOf(condition, wording);
  return typeof text === 'string' ? [text, `not ${text}`] : text;
}

function textOf(condition: Exclude<Condition, { kind: 'text' }>, { readDays, dayText }: Wording) {
  switch (condition.kind) {
    case 'is':
      return KEYWORD_TEXTS[condition.keyword];
    case 'priority':
      return `priority ${condition.priority}`;
    case 'collection':
      return condition.withBelow ? `in ${condition.name} or below it` : `in ${condition.name}`;
    case 'section':
      return `in the section ${condition.name}`;
    case 'label':
      return `labeled ${condition.name}`;
    case 'day': {
      const { field, relation, day: written } = condition;
      const days = readDays(written);
      const what = field === 'deadline' ? 'with a deadline' : field;
      if (days === null) return `${what} ${relation} ${written}`;
      const { first, last } = days;
      if (relation === 'on' && first !== last) return `${what} from ${dayText(first)} to ${dayText(last)}`;
      return `${what} ${relation} ${dayText(relation === 'after' ? last : first)}`;
    }
  }
}
