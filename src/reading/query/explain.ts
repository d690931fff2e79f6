import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Condition, Keyword, Query } from './query.ts';

/** Reads and prints days for the user. */
export interface Wording {
  readonly readDay: (text: string) => CalendarDay | null;
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
};

/** A query in words: “due today or overdue, in Work, not labelled waiting”. */
export function explainQuery(query: Query, wording: Wording): string {
  const say = (each: Query, isNot = false): string => {
    if (each.kind === 'not') return say(each.of, true);
    if ('of' in each) {
      const joined = each.of.map((one) => say(one)).join(each.kind === 'all' ? ' and ' : ' or ');
      return `${isNot ? 'not ' : ''}(${joined})`;
    }
    const [is, isNone] = textsOf(each, wording);
    return isNot ? isNone : is;
  };
  const sayOne = (each: Query) =>
    each.kind === 'any' ? each.of.map((one) => say(one)).join(' or ') : say(each);
  return query.kind === 'all' ? query.of.map(sayOne).join(', ') : sayOne(query);
}

function textsOf(condition: Condition, wording: Wording): readonly [is: string, isNot: string] {
  if (condition.kind === 'text') return [`with “${condition.text}”`, `without “${condition.text}”`];
  const text = textOf(condition, wording);
  return typeof text === 'string' ? [text, `not ${text}`] : text;
}

function textOf(condition: Exclude<Condition, { kind: 'text' }>, { readDay, dayText }: Wording) {
  switch (condition.kind) {
    case 'is':
      return KEYWORD_TEXTS[condition.keyword];
    case 'priority':
      return `of priority ${condition.priority}`;
    case 'collection':
      return condition.withBelow ? `in ${condition.name} or below it` : `in ${condition.name}`;
    case 'section':
      return `in the section ${condition.name}`;
    case 'label':
      return `labelled ${condition.name}`;
    case 'day': {
      const { field, relation, day: written } = condition;
      const day = readDay(written);
      const what = field === 'deadline' ? 'with a deadline' : field;
      return `${what} ${relation} ${day === null ? written : dayText(day)}`;
    }
  }
}
