/** The reminder ways, in the order for users who have chosen none. */
export const REMINDER_WAYS = ['push', 'mail', 'webhook'] as const;

export type ReminderWay = (typeof REMINDER_WAYS)[number];

/** The reminder ways until the user chooses: neither mail nor webhook without a choice. */
export const USUAL_WAYS: readonly ReminderWay[] = ['push'];

/** True for one or more reminder ways, without duplicates, with blanks between them. */
export function isReminderWays(value: string): boolean {
  const ways = value.split(' ');
  return new Set(ways).size === ways.length && ways.every(isReminderWay);
}

function isReminderWay(value: unknown): value is ReminderWay {
  return (REMINDER_WAYS as readonly unknown[]).includes(value);
}
