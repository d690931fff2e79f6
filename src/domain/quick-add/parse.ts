import { addDays, parseCalendarDay } from '#src/domain/calendar-day.ts';
import { chooseBest, type Candidate } from './choose.ts';
import { nameWithout } from './name.ts';
import { readSigns } from './signs.ts';
import { tokenize, type Token } from './tokens.ts';
import type { DayContext, Part, Priority, QuickAddContext, QuickAddFields, QuickAddResult } from './types.ts';

/** Reads a line as it is typed: what the task is called, and what else the line says of it. Never fails: what is not understood is text. */
export function parseQuickAdd(text: string, context: QuickAddContext): QuickAddResult {
  const tokens = tokenize(text);
  const { candidates, unknown } = readSigns(text, tokens, context);
  const chosen = chooseBest([...candidates, ...readPriorities(tokens), ...readDays(text, tokens, context)]);
  const name = nameWithout(text, chosen);
  const parts = chosen.flatMap(({ found, from, to }) => found.map((one): Part => ({ ...one, from, to })));
  return { name, parts, unknown, fields: fieldsOf(name, parts) };
}

function readPriorities(tokens: readonly Token[]): Candidate[] {
  return tokens.flatMap((token, i) => {
    const before = tokens[i - 1];
    if (token.kind !== 'number' || !token.isGlued || !/^[1-4]$/.test(token.key) || before?.key !== 'p')
      return [];
    if (before.isGlued || before.isLiteral || tokens[i + 1]?.isGlued) return [];
    return [
      {
        found: [{ kind: 'priority', value: Number(token.key) as Priority }],
        from: before.from,
        to: token.to,
        weight: 10,
      },
    ];
  });
}

function readDays(text: string, tokens: readonly Token[], { now }: DayContext): Candidate[] {
  const words = tokens.flatMap(({ key, from, to, isLiteral }): Candidate[] => {
    const days = { today: 0, tomorrow: 1 }[key];
    if (days === undefined || isLiteral) return [];
    return [{ found: [{ kind: 'date', value: addDays(now.date, days) }], from, to, weight: 10 }];
  });
  const written = Array.from(
    text.matchAll(/(?<!\S)\d{4}-\d\d-\d\d(?!\S)/g),
    ({ index, 0: found }): Candidate[] => {
      const value = parseCalendarDay(found);
      return value
        ? [{ found: [{ kind: 'date', value }], from: index, to: index + found.length, weight: 10 }]
        : [];
    },
  );
  return [...words, ...written.flat()];
}

type ValueOf = { [One in Part as One['kind']]: One['value'] };

function fieldsOf(name: string, parts: readonly Part[]): QuickAddFields {
  const valueOf = <Kind extends Part['kind']>(kind: Kind) =>
    (parts.find((part) => part.kind === kind)?.value ?? null) as ValueOf[Kind] | null;
  return {
    name,
    date: valueOf('date'),
    time: valueOf('time'),
    duration: valueOf('duration'),
    deadline: valueOf('deadline'),
    priority: valueOf('priority'),
    collection: valueOf('collection'),
    section: valueOf('section'),
    labels: [...new Set(parts.flatMap((part) => (part.kind === 'label' ? [part.value] : [])))],
    repeat: valueOf('repeat'),
    repeatFrom: parts.find((part) => part.kind === 'repeat')?.repeatFrom ?? null,
    reminders: parts.flatMap((part) => (part.kind === 'reminder' ? [part.value] : [])),
  };
}
