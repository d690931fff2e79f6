import type { ListedMessage, ListedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { loadMessages, sendAgain } from '#src/web/account/webhooks-client.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './access.module.css';
import { messageSteps } from './webhook-texts.ts';

interface WebhookMessagesProps {
  readonly webhook: ListedWebhook;
  readonly onSent: () => void;
}

/** The messages of a webhook in the last 30 days, the newest first. */
export function WebhookMessages({ webhook: { id, name, ended }, onSent }: WebhookMessagesProps) {
  const loaded = useLoaded(() => loadMessages(id));
  const onChanged = () => {
    loaded.reload();
    onSent();
  };
  return (
    <LoadedPart loaded={loaded}>
      {(messages) => (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" aria-label={`Messages of ${name}`} className={styles['messages']}>
          {messages.map((message) => (
            <Message
              key={message.id}
              webhookId={id}
              message={message}
              maySend={ended === null}
              onChanged={onChanged}
            />
          ))}
          {messages.length === 0 && (
            <li>
              <AccountRow label="No messages in the last 30 days" />
            </li>
          )}
        </ul>
      )}
    </LoadedPart>
  );
}

interface MessageProps {
  readonly webhookId: string;
  readonly message: ListedMessage;
  readonly maySend: boolean;
  readonly onChanged: () => void;
}

function Message({ webhookId, message, maySend, onChanged }: MessageProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const write = useMoment();
  const { id, createdAt, events } = message;
  const again = () =>
    attempt(async () => {
      await sendAgain(webhookId, id);
      notifySuccess('Sending the message again');
      onChanged();
    });
  return (
    <li>
      <AccountRow
        label={`${events} ${events === 1 ? 'change' : 'changes'}, ${write(createdAt)}`}
        value={messageSteps(message, (at) => write(at, createdAt)).map(({ key, text }) => (
          <span key={key} className={styles['step']}>
            {text}
          </span>
        ))}
        problem={<AccountProblem problem={problem} />}
      >
        {maySend && (
          <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void again()}>
            Send again<span className={hidden['hidden']}> the message of {write(createdAt)}</span>
          </Button>
        )}
      </AccountRow>
    </li>
  );
}
