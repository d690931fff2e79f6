import type { Rows } from '#src/tables/tables.ts';
import type { Description, Names, TableWords } from './table-words.ts';

type When = Partial<Pick<Rows['reminder'], 'remindAt' | 'minutesBefore'>>;

/** When a reminder comes, in words: `At the time`, `1 hour 30 minutes before`, or the day and time of its instant on this device. */
export function reminderText({ remindAt = null, minutesBefore = null }: When): string {
  if (remindAt !== null)
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(remindAt);
  return minutesBefore ? `${spanText(minutesBefore)} before` : 'At the time';
}

function spanText(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor((minutes % 1_440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}

export const reminderWords: TableWords<'reminder'> = {
  operations: {
    add: {
      done: 'reminder added',
      told: 'added a reminder to #',
      remedies: { needs: 'nothing' },
      describe: (reminder, names) => describeReminder('Add', reminder, names),
    },
    delete: {
      done: 'reminder removed',
      told: 'removed a reminder of #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, names) => describeReminder('Remove', names.row('reminder', id), names),
    },
    restore: {
      done: 'reminder restored',
      told: 'restored a reminder of #',
      remedies: { needs: 'row' },
      describe: ({ id }, names) => describeReminder('Restore', names.row('reminder', id), names),
    },
  },
  columns: {
    remindAt: { label: 'When', tell: (remindAt) => reminderText({ remindAt }) },
    minutesBefore: { label: 'When', tell: (minutesBefore) => reminderText({ minutesBefore }) },
  },
};

/** `reminder`: undefined where it is gone. */
function describeReminder(
  verb: string,
  reminder: (When & Pick<Rows['reminder'], 'taskId'>) | undefined,
  { task }: Names,
): Description {
  return {
    title: `${verb} reminder of ${task(reminder?.taskId ?? '')}`,
    details: reminder ? [{ id: 'when', label: 'When', value: reminderText(reminder) }] : [],
  };
}
