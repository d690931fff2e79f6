import { useState } from 'react';
import { parseMailLink } from '#src/domain/identity/mail-link.ts';
import { useAddressSecret } from '#src/web/platform/address-secret.ts';
import { confirmEmail, signInByLink } from '#src/web/account/auth-mail.ts';
import { takeOrigin } from '#src/web/account/remembered-origin.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { ChoosePasswordPage } from './choose-password-page.tsx';
import { NewPasswordPage } from './new-password-page.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';
import { useEnter } from './use-enter.ts';

/**
 * The page of links in mails. Opening it uses nothing up, since programs that scan mail open links too; the
 * reader's next press does.
 */
export function LinkPage() {
  const secret = useAddressSecret();
  const link = parseMailLink(secret);
  if (!link) {
    return (
      <AuthPage title="Open the link again" lead="This page needs the whole link from the email.">
        <ButtonLink size="large" to={links.signIn} className={styles['submit']}>
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  const { purpose, token } = link;
  if (purpose === 'sign-up') return <ChoosePasswordPage key={secret} link={link} />;
  if (purpose === 'unsubscribe') return <UnsubscribePage key={secret} token={token} />;
  if (purpose === 'reset') return <NewPasswordPage key={secret} token={token} />;
  return <GoOnPage key={secret} purpose={purpose} token={token} />;
}

const TEXTS = {
  'sign-in': { title: 'Sign in', lead: 'One step is left.', button: 'Sign in to Sunglow' },
  verify: {
    title: 'Confirm your email',
    lead: 'One step is left: confirm that this address is yours.',
    button: 'Confirm email',
  },
};

interface GoOnPageProps {
  readonly purpose: keyof typeof TEXTS;
  readonly token: string;
}

function GoOnPage({ purpose, token }: GoOnPageProps) {
  const [done, setDone] = useState<'confirmed' | 'halfway' | null>(null);
  const { problem, isBusy, enter } = useEnter(takeOrigin);
  const { title, lead, button } = TEXTS[purpose];

  const use = async () => {
    if (purpose === 'sign-in') return signInByLink(token);
    const { user, isHalfway } = await confirmEmail(token);
    if (isHalfway || !user) setDone(isHalfway ? 'halfway' : 'confirmed');
    return isHalfway ? null : user;
  };

  if (done === 'halfway') {
    return <AuthPage title="Nearly done" lead="Now open the link that we emailed to your new address." />;
  }
  if (done === 'confirmed') {
    return (
      <AuthPage title="Email confirmed" lead="You can sign in with it now.">
        <ButtonLink look="primary" size="large" to={links.signIn} className={styles['submit']}>
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={title} lead={lead}>
      <Problem>{problem?.message}</Problem>
      <div className={styles['actions']}>
        <Button look="primary" size="large" isBusy={isBusy} onClick={() => void enter(use)}>
          {button}
        </Button>
        {problem && (
          <ButtonLink size="large" to={links.signIn}>
            Get a new link
          </ButtonLink>
        )}
      </div>
    </AuthPage>
  );
}
