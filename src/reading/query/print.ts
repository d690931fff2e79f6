import type { Condition, Query } from './query.ts';
import { quoted } from './quoted.ts';
import { isPlainName } from './terms.ts';

/** The text of a query, as `parseQuery` reads it. */
export function printQuery(query: Query): string {
  if (query.kind === 'not') return `!${'of' in query.of ? inBrackets(query.of) : printQuery(query.of)}`;
  if (!('of' in query)) return printCondition(query);
  if (query.kind === 'any') return query.of.map(printQuery).join(' | ');
  return query.of.map((each) => (each.kind === 'any' ? inBrackets(each) : printQuery(each))).join(' & ');
}

export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'is':
      return condition.keyword;
    case 'priority':
      return `p${condition.priority}`;
    case 'collection':
      return `${condition.withBelow ? '##' : '#'}${printName(condition.name)}`;
    case 'label':
      return `@${printName(condition.name)}`;
    case 'section':
      return `/${printName(condition.name)}`;
    case 'day': {
      const { field, relation, day } = condition;
      return `${field}${relation === 'on' ? '' : ` ${relation}`}: ${isPlainDay(day) ? day : quoted(day)}`;
    }
    case 'text':
      return quoted(condition.text);
  }
}

function inBrackets(query: Query): string {
  return `(${printQuery(query)})`;
}

function printName(name: string): string {
  return isPlainName(name) && !name.startsWith('#') ? name : quoted(name);
}

function isPlainDay(day: string): boolean {
  return /^[^&|(),"\\]+$/.test(day) && day.trim() === day;
}
