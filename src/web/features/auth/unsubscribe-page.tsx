import { useState } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { endMailReminders } from '#src/web/account/push-client.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';

/** Ends reminders by mail, without a sign-in. */
export function UnsubscribePage({ token }: { readonly token: string }) {
  const [isDone, setDone] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();
  if (isDone)
    return (
      <AuthPage title="Reminders by email stopped" lead="You can turn them on again in your account.">
        <ButtonLink size="large" to={links.reminders} className={styles['submit']}>
          Open your account
        </ButtonLink>
      </AuthPage>
    );
  const end = () =>
    attempt(async () => {
      await endMailReminders(token);
      setDone(true);
    });
  return (
    <AuthPage title="Stop reminders by email?" lead="Your other reminders stay as they are.">
      <Problem>{problem?.message}</Problem>
      <div className={styles['actions']}>
        <Button look="primary" size="large" isBusy={isBusy} onClick={() => void end()}>
          Stop reminders by email
        </Button>
        {problem && (
          <ButtonLink size="large" to={links.reminders}>
            Open your account
          </ButtonLink>
        )}
      </div>
    </AuthPage>
  );
}
