import { ExternalLink } from '#src/web/ui/icons/external-link.ts';
import { KeyRound } from '#src/web/ui/icons/key-round.ts';
import { Mail } from '#src/web/ui/icons/mail.ts';
import { useState } from 'react';
import type { AccountMethods } from '#src/domain/identity/sign-in-methods.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { askForLink } from '#src/web/account/auth-mail.ts';
import { canUsePasskeys, choosePasskey, signInByPasskey } from '#src/web/account/passkeys.ts';
import type { User } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import styles from './sign-in-again-methods.module.css';

interface SignInAgainMethodsProps {
  readonly accountMethods: AccountMethods;
  readonly isBusy: boolean;
  readonly onIdentify: (identify: () => Promise<User | null>) => void;
}

/** The sign-in methods without a password that leave this page open, so that no typed text is lost. */
export function SignInAgainMethods({ accountMethods, isBusy, onIdentify }: SignInAgainMethodsProps) {
  const { email } = accountMethods;
  const [isSent, setSent] = useState(false);
  const { problem, isBusy: isSending, attempt } = useAttempt();

  const byPasskey = async () => {
    const chosen = await choosePasskey('dialog');
    return chosen && signInByPasskey(chosen);
  };
  const send = (address: string) =>
    attempt(async () => {
      await askForLink('sign-in', address);
      setSent(true);
    });

  return (
    <div className={styles['methods']}>
      {accountMethods.passkeys > 0 && canUsePasskeys() && (
        <Button onClick={() => onIdentify(byPasskey)} isBusy={isBusy}>
          <KeyRound size={18} aria-hidden />
          Sign in with a passkey
        </Button>
      )}
      {email !== null && (
        <Button onClick={() => void send(email)} isBusy={isSending}>
          <Mail size={18} aria-hidden />
          Email me a link
        </Button>
      )}
      <ButtonLink to={links.signIn} target="_blank">
        <ExternalLink size={18} aria-hidden />
        Another method, in a new tab
      </ButtonLink>
      <Problem>{problem?.message}</Problem>
      <output className={styles['status']}>
        {isSent && `A link is on its way to ${email ?? ''}. Open it in this browser, then come back here.`}
      </output>
    </div>
  );
}
