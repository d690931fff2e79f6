import { ArrowDown } from '#src/web/ui/icons/arrow-down.ts';
import { ArrowUp } from '#src/web/ui/icons/arrow-up.ts';
import { useId, type ReactNode } from 'react';
import { FAILURES, type FailureReason, type PushState } from '#src/reading/remind/push-api.ts';
import { reminderSettings } from '#src/reading/remind/reminder-settings.ts';
import { REMINDER_WAYS, type ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { AuthError } from '#src/web/account/auth-client.ts';
import { sendTest } from '#src/web/account/push-client.ts';
import { WAY_TEXTS } from '#src/web/data/receipt-texts.ts';
import { useRow } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { Button } from '#src/web/ui/button.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import switches from '#src/web/ui/fields/switch.module.css';
import styles from './reminders-section.module.css';
import { WebhookPart } from './webhook-part.tsx';

interface WaysPartProps {
  readonly state: PushState;
  readonly onChanged: () => void;
}

/**
 * The reminder ways in order: the next one is used when no device has shown a reminder within a minute (rule
 * N3).
 */
export function WaysPart({ state, onChanged }: WaysPartProps) {
  const row = useRow('setting', 'reminderWays');
  const { ways } = reminderSettings((name) => (name === 'reminderWays' ? row?.value : undefined));
  const all = [...ways, ...REMINDER_WAYS.filter((way) => !ways.includes(way))];
  return (
    <ol aria-label="How reminders reach you">
      {all.map((way) => (
        <Way key={way} way={way} value={targetOf(way, state)} ways={ways}>
          {way === 'webhook' && (
            <WebhookPart key={JSON.stringify(state.webhook)} webhook={state.webhook} onChanged={onChanged} />
          )}
        </Way>
      ))}
    </ol>
  );
}

interface WayProps {
  readonly way: ReminderWay;
  readonly value: string;
  /** The active ways in their order. */
  readonly ways: readonly ReminderWay[];
  /** More about it, below its row. */
  readonly children: ReactNode;
}

function Way({ way, value, ways, children }: WayProps) {
  const mutate = useMutate();
  const place = ways.indexOf(way);
  const last = ways.length - 1;
  const choose = (chosen: readonly ReminderWay[]) =>
    void mutate('setting.set', { id: 'reminderWays', value: chosen.join(' '), at: Date.now() }, null);
  const move = (by: -1 | 1) => choose(ways.toSpliced(place, 1).toSpliced(place + by, 0, way));
  const { name } = WAY_TEXTS[way];
  const id = useId();
  const { problem, isBusy, attempt } = useAttempt();
  const isOn = place >= 0;
  const test = () =>
    attempt(async () => {
      try {
        await sendTest(way);
      } catch (error) {
        throw withReason(error);
      }
      notifySuccess(`Test sent ${WAY_TEXTS[way].by}`);
    });
  return (
    <li aria-label={name}>
      <AccountRow
        label={<span id={id}>{name}</span>}
        value={value}
        problem={problem && <AccountProblem problem={problem} />}
      >
        {isOn && last > 0 && (
          <>
            <IconButton
              icon={ArrowUp}
              label={`Move ${name} up`}
              aria-disabled={place === 0}
              onClick={({ currentTarget }) => {
                if (place > 0) move(-1);
                keepFocus(currentTarget);
              }}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${name} down`}
              aria-disabled={place === last}
              onClick={({ currentTarget }) => {
                if (place < last) move(1);
                keepFocus(currentTarget);
              }}
            />
          </>
        )}
        <Button size="small" look="quiet" aria-describedby={id} isBusy={isBusy} onClick={() => void test()}>
          Send a test
        </Button>
        <label className={styles['switch']}>
          <input
            type="checkbox"
            role="switch"
            className={switches['switch']}
            aria-label={name}
            aria-checked={isOn}
            checked={isOn}
            // One way must stay while there are reminders.
            disabled={isOn && last === 0}
            onChange={({ currentTarget }) => {
              choose(currentTarget.checked ? [...ways, way] : ways.filter((each) => each !== way));
              keepFocus(currentTarget);
            }}
          />
        </label>
      </AccountRow>
      {children}
    </li>
  );
}

/** The browser may drop the focus when the row moves in the list. */
function keepFocus(button: HTMLElement): void {
  requestAnimationFrame(() => button.focus());
}

/** The present target of a way. */
function targetOf(way: ReminderWay, { subscriptions, mail, webhook }: PushState): string {
  switch (way) {
    case 'push': {
      const devices = subscriptions.length;
      if (devices === 0) return 'No device yet';
      return devices === 1 ? 'To 1 device' : `To ${devices} devices`;
    }
    case 'mail':
      return mail === null ? 'This server cannot send you email' : `To ${mail}`;
    case 'webhook':
      if (webhook === null) return 'No address is saved yet';
      return webhook.isUnreadable ? FAILURES.SECRET_CHANGED : `To ${new URL(webhook.address).host}`;
  }
}

/** The error of a test with its reason in words. */
function withReason(error: unknown): unknown {
  if (!(error instanceof AuthError) || !Object.hasOwn(FAILURES, error.code)) return error;
  return new AuthError(error.code, FAILURES[error.code as FailureReason], { cause: error });
}
