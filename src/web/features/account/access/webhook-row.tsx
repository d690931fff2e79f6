import { useState } from 'react';
import type { ListedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { freshly } from '#src/web/account/fresh-call.ts';
import { revokeWebhook, turnOnWebhook } from '#src/web/account/webhooks-client.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { useRead } from '#src/web/data/use-read.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './access.module.css';
import { RevocableRow } from './revocable-row.tsx';
import { WebhookMessages } from './webhook-messages.tsx';
import { webhookState } from './webhook-texts.ts';

interface WebhookRowProps {
  readonly webhook: ListedWebhook;
  readonly onChanged: () => void;
}

/** A webhook with its filter, address and state, and its messages on demand. */
export function WebhookRow({ webhook, onChanged }: WebhookRowProps) {
  const { id, name, query, address, ended } = webhook;
  const { problem, isBusy, attempt } = useAttempt();
  const [isOpen, setOpen] = useState(false);
  const write = useMoment();
  const read = useRead(query);
  const turnOn = () =>
    attempt(async () => {
      await freshly(() => turnOnWebhook(id));
      notifySuccess('Webhook turned on');
      onChanged();
    });
  return (
    <>
      <RevocableRow
        kind="webhook"
        name={name}
        value={
          <>
            <span className={styles['step']}>
              <bdi>{query}</bdi> · <bdi>{address}</bdi>
            </span>
            <span className={styles['step']}>{webhookState(webhook, write).join(' · ')}</span>
            {'problem' in read && (
              <span className={styles['step']}>
                No messages until the filter can be read: {read.problem.message}
              </span>
            )}
          </>
        }
        effect={`“${name}” gets no more messages.`}
        revoke={() => revokeWebhook(id)}
        onRevoked={onChanged}
      >
        {ended !== null && (
          <Button size="small" isBusy={isBusy} onClick={() => void turnOn()}>
            Turn on<span className={hidden['hidden']}> {name}</span>
          </Button>
        )}
        <Button size="small" look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Messages<span className={hidden['hidden']}> of {name}</span>
        </Button>
      </RevocableRow>
      <AccountProblem problem={problem} />
      {isOpen && <WebhookMessages webhook={webhook} onSent={onChanged} />}
    </>
  );
}
