/**
 * The action of a notification's button. `snooze` and `longer` replace the buttons, for browsers with room
 * for two.
 */
export type NotificationActionName =
  | 'complete'
  | 'snooze'
  | 'longer'
  | 'snooze-10'
  | 'snooze-60'
  | 'snooze-tomorrow';

export interface NotificationButton {
  readonly action: NotificationActionName;
  readonly title: string;
}

const COMPLETE: NotificationButton = { action: 'complete', title: 'Complete' };
const SNOOZES: readonly NotificationButton[] = [
  { action: 'snooze-10', title: '10 minutes' },
  { action: 'snooze-60', title: '1 hour' },
  { action: 'snooze-tomorrow', title: 'Tomorrow' },
];

/**
 * The buttons of a notification (rule N5), after `pressed`, or of a new one. Most browsers have room for two:
 * each choice then leads to the next two, and all can be reached. Empty without room.
 */
export function buttonsOf(
  pressed: 'snooze' | 'longer' | null,
  room: number | undefined,
): readonly NotificationButton[] {
  // Safari has no buttons, and no `maxActions`.
  if (room === undefined || room < 2) return [];
  if (pressed === null) {
    if (room > SNOOZES.length)
      return [COMPLETE, ...SNOOZES.map((each) => ({ ...each, title: `Snooze: ${each.title}` }))];
    return [COMPLETE, { action: 'snooze', title: 'Snooze' }];
  }
  const rest = pressed === 'snooze' ? SNOOZES : SNOOZES.slice(1);
  return rest.length <= room ? rest : [...rest.slice(0, room - 1), { action: 'longer', title: 'Longer' }];
}

const MINUTE_MS = 60_000;
/** The hour of the morning that `tomorrow` snoozes to. */
const MORNING = 9;

/**
 * The time of the next reminder, ms since 1970 UTC. Null for a press beside the buttons, '', or a button that
 * does not snooze. Tomorrow means its morning by the device's clock.
 */
export function snoozedUntil(action: string, now: number): number | null {
  switch (action) {
    case 'snooze-10':
      return now + 10 * MINUTE_MS;
    case 'snooze-60':
      return now + 60 * MINUTE_MS;
    case 'snooze-tomorrow': {
      const day = new Date(now);
      return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING).getTime();
    }
    default:
      return null;
  }
}
