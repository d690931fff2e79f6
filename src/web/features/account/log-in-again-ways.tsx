import { ExternalLink, KeyRound, Mail } from 'lucide-react';
import { useState } from 'react';
import type { WaysIn } from '#src/domain/ways.ts';
import { useAttempt } from '#src/web/hooks/attempt.ts';
import { askForLink } from '#src/web/hooks/auth-mail.ts';
import { canUsePasskeys, choosePasskey, logInByPasskey } from '#src/web/hooks/passkeys.ts';
import type { User } from '#src/web/hooks/session.ts';
import { links } from '#src/web/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/problem.tsx';
import styles from './log-in-again-ways.module.css';

interface LogInAgainWaysProps {
  readonly waysIn: WaysIn;
  readonly isBusy: boolean;
  readonly onIdentify: (identify: () => Promise<User | null>) => void;
}

/** The ways that need no password. Those that leave the page open beside it, so that nothing that was typed is lost. */
export function LogInAgainWays({ waysIn, isBusy, onIdentify }: LogInAgainWaysProps) {
  const { email } = waysIn;
  const [isSent, setSent] = useState(false);
  const { problem, isBusy: isSending, attempt } = useAttempt();

  const byPasskey = async () => {
    const chosen = await choosePasskey('dialog');
    return chosen && logInByPasskey(chosen);
  };
  const send = (address: string) =>
    attempt(async () => {
      await askForLink('sign-in', address);
      setSent(true);
    });

  return (
    <div className={styles['ways']}>
      {waysIn.passkeys > 0 && canUsePasskeys() && (
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
      <ButtonLink to={links.logIn} target="_blank">
        <ExternalLink size={18} aria-hidden />
        Another way, in a new tab
      </ButtonLink>
      <Problem>{problem?.message}</Problem>
      <output className={styles['status']}>
        {isSent && `A link is on its way to ${email ?? ''}. Open it in this browser, and come back here.`}
      </output>
    </div>
  );
}
