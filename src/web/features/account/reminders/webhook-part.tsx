import { useState } from 'react';
import type { PushState } from '#src/reading/remind/push-api.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { removeWebhook } from '#src/web/account/push-client.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './reminders-section.module.css';
import { WebhookForm } from './webhook-form.tsx';

interface WebhookPartProps {
  readonly webhook: PushState['webhook'];
  readonly onChanged: () => void;
}

/** The buttons of the webhook. Its form opens in their place. */
export function WebhookPart({ webhook, onChanged }: WebhookPartProps) {
  const [mode, setMode] = useState<'fresh' | 'editing' | 'edited'>('fresh');
  const { problem, isBusy, attempt } = useAttempt();
  if (mode === 'editing')
    return <WebhookForm webhook={webhook} onChanged={onChanged} onClose={() => setMode('edited')} />;
  const remove = () =>
    attempt(async () => {
      await removeWebhook();
      notifySuccess('Webhook removed');
      onChanged();
    });
  return (
    <>
      <div className={styles['actions']}>
        <Button size="small" ref={mode === 'edited' ? focusOn : undefined} onClick={() => setMode('editing')}>
          {webhook === null ? 'Add webhook' : 'Change webhook'}
        </Button>
        {webhook && (
          <Button size="small" isBusy={isBusy} onClick={() => void remove()}>
            Remove webhook
          </Button>
        )}
      </div>
      {problem && <AccountProblem problem={problem} />}
    </>
  );
}
