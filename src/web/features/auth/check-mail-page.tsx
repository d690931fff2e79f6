import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { LinkPurpose } from '#src/domain/mail-link.ts';
import { useAttempt } from '#src/web/hooks/attempt.ts';
import { askForLink } from '#src/web/hooks/auth-mail.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { links } from '#src/web/links.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/problem.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useMailed, type Mailed } from './use-check-mail.ts';

const TITLES: Readonly<Record<LinkPurpose, string>> = {
  'sign-in': 'Check your mail',
  verify: 'Confirm your email',
  reset: 'Check your mail',
};

/** What there is to say once a link may be on its way. Whether it is, the server tells nobody but the mail's reader. */
export function CheckMailPage() {
  const mailed = useMailed();
  if (!mailed) return <Navigate to={links.logIn} replace />;
  const { purpose, email } = mailed;
  return (
    <AuthPage
      title={TITLES[purpose]}
      lead={leadOf(purpose, <strong className={styles['address']}>{email}</strong>)}
    >
      <Advice {...mailed} />
      <p className={styles['aside']}>
        <AuthLink to={links.logIn}>Back to log in</AuthLink>
      </p>
    </AuthPage>
  );
}

function leadOf(purpose: LinkPurpose, email: ReactNode): ReactNode {
  switch (purpose) {
    case 'sign-in':
      return <>A link to log in is on its way to {email}.</>;
    case 'verify':
      return <>A link is on its way to {email}. Open it, and you are in.</>;
    case 'reset':
      return <>If {email} has an account, a link to choose a new password is on its way.</>;
  }
}

function Advice({ purpose, email }: Mailed) {
  const ways = useWays();
  const [isSent, setSent] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();

  const send = () => {
    setSent(false);
    return attempt(async () => {
      await askForLink(purpose, email);
      setSent(true);
    });
  };

  return (
    <>
      <p className={styles['note']}>
        {ways && !ways.confirmsEmail
          ? 'This server sends no mail: it prints it where it was started, and keeps it in the folder “outbox” of its data.'
          : 'It works once, for 15 minutes. If it does not come, look among what your mail program takes for spam.'}
      </p>
      <Problem>{problem?.message}</Problem>
      <Button size="large" className={styles['submit']} isBusy={isBusy} onClick={() => void send()}>
        Send it again
      </Button>
      <output className={styles['status']}>{isSent && 'Sent again.'}</output>
    </>
  );
}
