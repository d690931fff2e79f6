import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { PushedBrowser, PushService } from './push-service.ts';
import type { RemindedUser, RemindingServer } from './reminded-user.ts';

/** The time at which the user of `remindedAtNine` sets everything up: eight in Berlin. */
export const NOW = Date.parse('2026-06-15T06:00:00Z');
export const HOUR_MS = 3_600_000;

export interface RemindedAtNine {
  readonly server: RemindingServer;
  readonly user: RemindedUser;
  readonly browser: PushedBrowser;
  readonly collectionId: string;
  readonly taskId: string;
}

/** A user in Berlin with a task at nine, a reminder at that time, and a browser of `service`. */
export async function remindedAtNine(server: RemindingServer, service: PushService): Promise<RemindedAtNine> {
  const user = await server.user();
  const [collectionId, taskId] = [newId(), newId()];
  const at = NOW;
  await user.set('zone', 'Europe/Berlin');
  await user.do(
    { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at } },
    {
      name: 'task.add',
      args: {
        id: taskId,
        name: 'Water the 🌻',
        description: '',
        date: '2026-06-15' as CalendarDay,
        time: '09:00' as never,
        collectionId,
        at,
      },
    },
    { name: 'reminder.add', args: { id: newId(), taskId, minutesBefore: 0, at } },
  );
  const browser = service.browser();
  await user.subscribe(browser);
  return { server, user, browser, collectionId, taskId };
}
