/** The ways by which a user can be reminded, in the order that holds until they choose one. */
export const REMINDER_WAYS = ['push', 'mail', 'webhook'] as const;

export type ReminderWay = (typeof REMINDER_WAYS)[number];

/** The ways until the user chooses: no mail and no webhook comes unasked. */
export const USUAL_WAYS: readonly ReminderWay[] = ['push'];

/** Whether it says some of the ways, each once, with blanks between them. */
export function isReminderWays(value: string): boolean {
  const ways = value.split(' ');
  return new Set(ways).size === ways.length && ways.every(isReminderWay);
}

function isReminderWay(value: unknown): value is ReminderWay {
  return (REMINDER_WAYS as readonly unknown[]).includes(value);
}
