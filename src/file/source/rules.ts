import { parseRule, printRule, type Rule } from '#src/domain/repeat/rule.ts';
import { localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { ReadContext } from './source.ts';
import { readStamp, type When } from './when.ts';

export interface SourceRepeat {
  /** The text of an RRULE, as Sunglow prints it. */
  readonly rule: string;
  readonly from: 'date' | 'completion';
}

/**
 * A rule of RFC 5545 as Sunglow has it, with or without `RRULE:` before it. An UNTIL in UTC becomes local in the zone of
 * the task. Null for a rule that Sunglow cannot compute.
 */
export function readRule(text: string, when: When | null, context: ReadContext): Rule | null {
  const bare = text
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;+$/, '');
  const local = bare.replace(/\bUNTIL=(\d{8}T\d{6}Z)/i, (whole, until: string) => {
    const there = localStamp(until, when?.zone ?? context.zone);
    return there === null ? whole : `UNTIL=${there}`;
  });
  const parsed = parseRule(local);
  if (parsed.kind !== 'rule') return null;
  // The start of the week has a meaning in weekly rules alone.
  const rule = parsed.rule.freq === 'WEEKLY' ? parsed.rule : { ...parsed.rule, weekStart: 0 as const };
  // The end of a series of days is a day.
  return rule.until !== null && when?.time === null
    ? { ...rule, until: { ...rule.until, time: null } }
    : rule;
}

/** `readRule` as text. */
export function ruleText(text: string, when: When | null, context: ReadContext): string | null {
  const rule = readRule(text, when, context);
  return rule && printRule(rule);
}

/** A rule that comes at an interval in seconds; null when no rule has that interval. */
export function ruleOfSeconds(seconds: number): string | null {
  const units = [
    ['WEEKLY', 604_800],
    ['DAILY', 86_400],
    ['HOURLY', 3_600],
  ] as const;
  const unit = units.find(([, length]) => seconds > 0 && seconds % length === 0);
  if (!unit) return null;
  const parsed = parseRule(`FREQ=${unit[0]};INTERVAL=${seconds / unit[1]}`);
  return parsed.kind === 'rule' ? printRule(parsed.rule) : null;
}

/** `20261231T225959Z` as `20261231T235959` in a zone one hour ahead. */
function localStamp(utc: string, zone: string): string | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/i.exec(utc) ?? [];
  const at = readStamp(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)?.instant;
  const there = at === null || at === undefined ? null : localTimeAt(at, zone);
  return there && `${there.date.replaceAll('-', '')}T${there.time.replace(':', '')}${second}`;
}
