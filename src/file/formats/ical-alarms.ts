import type { DraftReminder } from '#src/file/source/draft-task.ts';
import { propertyIn, type Component } from '#src/file/source/ical.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { instantOfWhen, type When } from '#src/file/source/when.ts';
import { instantOfProperty, minutesOf } from './ical-times.ts';

/** Apple writes an alarm at a place as one in 1976. */
const PLACE_ALARM = Date.UTC(1977, 0);

type TellAlarm = (reason: 'PLACE_REMINDER' | 'REMINDER_LEFT_OUT', detail?: string) => void;

/**
 * The alarms of a task from `when` to `end`, in minutes before its time. When one of them is after it, all become
 * instants, to keep their order.
 */
export function alarmsOf(
  component: Component,
  when: When | null,
  end: When | null,
  context: ReadContext,
  tell: TellAlarm,
): readonly DraftReminder[] {
  const from = when && instantOfWhen(when, context);
  const to = end && instantOfWhen(end, context);
  const found: { readonly at: number; readonly reminder: DraftReminder }[] = [];
  for (const alarm of component.components.filter(({ name }) => name === 'VALARM')) {
    const trigger = propertyIn(alarm, 'TRIGGER');
    const at = instantOfProperty(trigger);
    const minutes = minutesOf(trigger?.value ?? '');
    const base = trigger?.params.get('RELATED')?.toUpperCase() === 'END' ? to : from;
    if (isAtPlace(alarm) || (at !== null && at < PLACE_ALARM)) tell('PLACE_REMINDER');
    else if (at !== null) {
      const isAtTime = at === from && when?.time !== null;
      found.push({ at, reminder: isAtTime ? { minutesBefore: 0 } : { at } });
    } else if (minutes !== null && base !== null && from !== null) {
      const instant = base + minutes * 60_000;
      found.push({ at: instant, reminder: { minutesBefore: (from - instant) / 60_000 } });
    } else tell('REMINDER_LEFT_OUT', trigger?.value ?? '');
    if (propertyIn(alarm, 'REPEAT')) tell('REMINDER_LEFT_OUT', 'REPEAT');
  }
  const isAfter = found.some(({ reminder }) => 'minutesBefore' in reminder && reminder.minutesBefore < 0);
  return found.map(({ at, reminder }) => (isAfter ? { at } : reminder));
}

function isAtPlace({ properties }: Component): boolean {
  return properties.some(({ name }) => /PROXIMITY|STRUCTURED-LOCATION/.test(name));
}
