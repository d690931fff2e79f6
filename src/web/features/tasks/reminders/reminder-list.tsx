import { Bell } from '#src/web/ui/icons/bell.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { newId } from '#src/domain/id.ts';
import type { Receipt } from '#src/reading/remind/push-api.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { loadReceipts } from '#src/web/account/push-client.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { receiptSteps } from '#src/web/data/receipt-texts.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { watchWorker } from '#src/web/platform/worker-messages.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { AddReminder } from './add-reminder.tsx';
import styles from './reminders.module.css';
import { useTaskReminders, type ShownReminder } from './use-task-reminders.ts';

/** The most past reminders that are shown until the user asks for more. */
const SHOWN = 3;

/** The reminders of a task, and the receipts of those that were sent (rules N1 and N4). */
export function ReminderList({ task }: { readonly task: PlacedTask }) {
  const titleId = useId();
  const mutate = useMutate();
  const reminders = useTaskReminders(task);
  const receipts = useReceipts(task.id, reminders.length > 0);
  const [most, setMost] = useState(SHOWN);
  const current = new Set(reminders.map(({ alarm }) => alarm));
  const past = receipts.filter(({ alarm }) => !current.has(alarm));
  const remove = (id: string) => void mutate('reminder.delete', { id, at: Date.now() }, 'Reminder removed');
  return (
    <section className={styles['section']}>
      <h2 id={titleId} className={reminders.length + past.length > 0 ? undefined : hidden['hidden']}>
        Reminders
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-labelledby={titleId} className={styles['list']}>
        {reminders.map((reminder) => (
          <ReminderItem
            key={reminder.id ?? 'default'}
            reminder={reminder}
            receipt={receipts.find(({ alarm }) => alarm === reminder.alarm)}
            onRemove={remove}
          />
        ))}
        {past.slice(0, most).map((receipt) => (
          <PastItem key={receipt.alarm} receipt={receipt} />
        ))}
        <li className={styles['addItem']}>
          <AddReminder
            hasTime={task.time !== null && task.date !== null}
            onAdd={(when) =>
              void mutate('reminder.add', { id: newId(), taskId: task.id, ...when, at: Date.now() })
            }
          />
        </li>
      </ul>
      {past.length > most && (
        <Button look="quiet" size="small" ref={handOnFocus} onClick={() => setMost(past.length)}>
          Show {formatCount(past.length - most)} more
        </Button>
      )}
    </section>
  );
}

interface ReminderItemProps {
  readonly reminder: ShownReminder;
  readonly receipt: Receipt | undefined;
  readonly onRemove: (id: string) => void;
}

function ReminderItem({ reminder, receipt, onRemove }: ReminderItemProps) {
  const { id, text, dueAt } = reminder;
  const write = useMoment();
  const [now] = useState(Date.now);
  const isToCome = dueAt !== null && dueAt > now;
  const steps = receipt
    ? receiptSteps(receipt, (at) => write(at, receipt.dueAt))
    : isToCome
      ? ['Queued']
      : [];
  return (
    <li ref={handOnFocus} className={styles['item']}>
      <Bell size={16} aria-hidden />
      <div className={styles['words']}>
        <p>{text}</p>
        {dueAt === null ? (
          <p className={styles['soft']}>Comes once the task has a time</p>
        ) : (
          <p className={styles['soft']}>
            <time dateTime={new Date(dueAt).toISOString()}>{write(dueAt)}</time>
          </p>
        )}
        <Steps steps={steps} />
      </div>
      {id !== null && (
        <IconButton
          icon={X}
          label={`Remove reminder ${text}`}
          title="Remove"
          data-control="remove"
          onClick={() => onRemove(id)}
        />
      )}
    </li>
  );
}

function PastItem({ receipt }: { readonly receipt: Receipt }) {
  const write = useMoment();
  return (
    <li className={styles['item']}>
      <Bell size={16} aria-hidden />
      <div className={styles['words']}>
        <p>
          <time dateTime={new Date(receipt.dueAt).toISOString()}>{write(receipt.dueAt)}</time>
        </p>
        <Steps steps={receiptSteps(receipt, (at) => write(at, receipt.dueAt))} />
      </div>
    </li>
  );
}

function Steps({ steps }: { readonly steps: readonly string[] }) {
  return steps.map((step) => (
    <p key={step} className={styles['soft']}>
      {step}
    </p>
  ));
}

/** The receipts of a task; none while they cannot be loaded. Reminders that are still to come need no server. */
function useReceipts(taskId: string, hasReminders: boolean): readonly Receipt[] {
  // Most tasks have no reminders, and need no request.
  const hadAny = useRef(hasReminders);
  useLayoutEffect(() => {
    hadAny.current ||= hasReminders;
  });
  const [load] = useState(() => async () => (hadAny.current ? loadReceipts(taskId) : []));
  const { data, reload } = useLoaded(load);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) reload();
    };
    document.addEventListener('visibilitychange', look);
    const stop = watchWorker(({ type }) => {
      if (type === 'reminded') reload();
    });
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the request is the same each time
  }, []);
  return data ?? [];
}
