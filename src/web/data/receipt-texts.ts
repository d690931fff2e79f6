import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { FAILURES, type Receipt, type Try } from '#src/reading/remind/push-api.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import type { Clock } from '#src/domain/time/time-of-day.ts';

/** The name of each way, and its words after `Sent`. */
export const WAY_TEXTS: Readonly<Record<ReminderWay, { readonly name: string; readonly by: string }>> = {
  push: { name: 'Notification', by: 'as a notification' },
  mail: { name: 'Email', by: 'by email' },
  webhook: { name: 'Webhook', by: 'by webhook' },
};

/** The steps of a reminder's delivery in words (rule N4). `timeText` writes an instant, ms since 1970 UTC. */
export function receiptSteps(receipt: Receipt, timeText: (at: number) => string): readonly string[] {
  const { state, tries, shown, answer } = receipt;
  const steps = tries.map((each) => tryText(each, timeText));
  if (shown) steps.push(`Shown on ${shown.on}, ${timeText(shown.at)}`);
  if (answer)
    steps.push(`${answer.what === 'done' ? 'Done' : 'Snoozed'} on ${answer.on}, ${timeText(answer.at)}`);
  if (steps.length === 0 && state === 'sent') return ['Sent'];
  switch (state) {
    case 'waiting':
      return [...steps, tries.length === 0 ? 'Queued' : 'Will be tried again'];
    case 'dropped':
      return [...steps, 'No longer needed'];
    case 'failed':
      return tries.length === 0 ? ['Failed'] : steps;
    case 'sent':
      return steps;
  }
}

function tryText({ way, at, failure, together }: Try, timeText: (at: number) => string): string {
  const others = together ? ` with ${together.count - 1} others` : '';
  const by = WAY_TEXTS[way].by + others;
  if (failure === null) return `Sent ${by}, ${timeText(at)}`;
  return `Failed ${by}, ${timeText(at)}: ${FAILURES[failure] ?? 'The server gives no reason.'}`;
}

/** An instant as lists show it: `Fri 27 Nov, 14:05`. On the same day as `near`, the time alone. */
export function momentText(at: number, timeZone: string, clock: Clock, near?: number): string {
  const dayOf = (instant: number) => calendarDayAt(instant, timeZone);
  const isNear = near !== undefined && dayOf(near) === dayOf(at);
  return new Intl.DateTimeFormat(interfaceLocale(), {
    timeZone,
    ...(!isNear && { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
    ...(clock !== null && { hour12: clock === 12 }),
  }).format(at);
}
