import { calendarDayAt, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { useTimeZone, useToday } from '#src/web/data/today.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { fullWeekday, shortDay } from '#src/web/ui/friendly-day.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './needs-attention-page.module.css';
import { describeMutation } from './describe-mutation.ts';
import { useSendAgain } from './use-send-again.ts';

/** The most changes listed by name. */
const LISTED = 20;

interface SetBackCardProps {
  readonly lost: readonly Rejection[];
  /** Called with changes that could not be sent again unchanged. */
  readonly onRejected: (mutationIds: readonly string[]) => void;
}

/**
 * The changes that the server lost when it was set back, and this device has. The user sends all of them
 * again, or discards them (sync rule W20).
 */
export function SetBackCard({ lost, onRejected }: SetBackCardProps) {
  const today = useToday();
  const timeZone = useTimeZone();
  const { lookup, isSending, send, copy, askToDiscard } = useSendAgain({ lost, onRejected });
  const to = lost[0]?.setBack?.to ?? null;
  const title = `The server set this back${to === null ? '' : ` to ${dayText(calendarDayAt(to, timeZone), today)}`}`;
  return (
    <li ref={handOnFocus} className={styles['card']} aria-label={title}>
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['reason']}>{lostText(lost.length)}</p>
      <ul className={styles['lost']}>
        {lost.slice(0, LISTED).map(({ mutation }) => (
          <li key={mutation.id} dir="auto">
            {describeMutation(mutation, lookup, today).title}
          </li>
        ))}
        {lost.length > LISTED && <li>{`and ${formatCount(lost.length - LISTED)} more`}</li>}
      </ul>
      <div className={styles['actions']}>
        <Button
          look="primary"
          size="small"
          isBusy={isSending}
          onClick={(event) => void send(event.currentTarget)}
        >
          {lost.length === 1 ? 'Send it again' : 'Send them again'}
        </Button>
        <Button size="small" onClick={() => void copy()}>
          Copy
        </Button>
        <Button size="small" data-control="discard" onClick={askToDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}

function lostText(count: number): string {
  return count === 1
    ? '1 change of yours is only on this device.'
    : `${formatCount(count)} changes of yours are only on this device.`;
}

/** `Tuesday` within the last week, else `Tue 3 Nov`. */
function dayText(day: CalendarDay, today: CalendarDay): string {
  const distance = daysBetween(day, today);
  if (distance === 0) return 'earlier today';
  return distance > 0 && distance < 7 ? fullWeekday(day) : shortDay(day, today);
}
