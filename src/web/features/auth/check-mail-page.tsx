import { useState, type ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { Navigate } from '#src/web/addresses/router.tsx';
import type { LinkPurpose } from '#src/domain/identity/mail-link.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { askForLink } from '#src/web/account/auth-mail.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { useSession } from '#src/web/platform/session.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { links, safeOrigin } from '#src/web/addresses/links.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useMailed, type Mailed } from './use-check-mail.ts';

const TITLES: Readonly<Record<LinkPurpose, string>> = {
  'sign-in': 'Check your email',
  'sign-up': 'Confirm your email',
  verify: 'Confirm your email',
  reset: 'Check your email',
};

/** The page after requesting a link. The server reveals only to the mail's reader if it sent one. */
export function CheckMailPage() {
  const mailed = useMailed();
  const { state } = useLocation();
  const current = useSession();
  const [atFirst] = useState(current);
  // The user opened the link in another tab of this browser.
  if (current.isSignedIn && current !== atFirst)
    return <Navigate to={safeOrigin(isRecord(state) ? state['origin'] : undefined)} replace />;
  if (!mailed) return <Navigate to={links.signIn} replace />;
  const { purpose, email } = mailed;
  return (
    <AuthPage
      title={TITLES[purpose]}
      lead={leadOf(purpose, <strong className={styles['address']}>{email}</strong>)}
    >
      <Advice {...mailed} />
      <p className={styles['aside']}>
        <AuthLink to={links.signIn}>Back to sign in</AuthLink>
      </p>
    </AuthPage>
  );
}

function leadOf(purpose: LinkPurpose, email: ReactNode): ReactNode {
  switch (purpose) {
    case 'sign-in':
      return <>A link to sign in is on its way to {email}.</>;
    case 'sign-up':
    case 'verify':
      return <>A link is on its way to {email}. Open it and choose a password.</>;
    case 'reset':
      return <>If {email} has an account, a link to choose a new password is on its way.</>;
  }
}

function Advice({ purpose, email, name }: Mailed) {
  const methods = useSignInMethods();
  const [isSent, setSent] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();

  const send = () => {
    setSent(false);
    return attempt(async () => {
      await askForLink(purpose, email, name);
      setSent(true);
    });
  };

  return (
    <>
      <p className={styles['note']}>
        {methods && !methods.confirmsEmail
          ? 'This server sends no email. It prints each one in its log, and keeps it in the folder “outbox” of its data.'
          : 'The link works once, for 15 minutes. If it does not arrive, check your spam folder.'}
      </p>
      <Problem>{problem?.message}</Problem>
      <Button size="large" className={styles['submit']} isBusy={isBusy} onClick={() => void send()}>
        Send it again
      </Button>
      <output className={styles['status']}>{isSent && 'Sent again.'}</output>
    </>
  );
}
