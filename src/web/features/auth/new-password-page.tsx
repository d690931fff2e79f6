import { useState } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { resetPassword } from '#src/web/account/auth-mail.ts';
import { links } from '#src/web/addresses/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { authLinks } from './auth-links.ts';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { ChoosePasswordForm } from './choose-password-form.tsx';

/** `token`: from the requested mail. */
export function NewPasswordPage({ token }: { readonly token: string }) {
  const [isDone, setDone] = useState(false);
  const { problem, attempt } = useAttempt();

  const change = async (password: string) => {
    await resetPassword(token, password);
    setDone(true);
  };

  if (isDone) {
    return (
      <AuthPage title="Password changed" lead="All devices were signed out. Sign in with the new password.">
        <ButtonLink look="primary" size="large" to={links.signIn} className={styles['submit']}>
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Choose a new password" lead="This signs out all your other devices.">
      <ChoosePasswordForm
        label="New password"
        submitLabel="Save password"
        problem={problem}
        choose={(password) => attempt(() => change(password))}
      />
      {problem && (
        <p className={styles['aside']}>
          <AuthLink to={authLinks.forgotPassword}>Ask for a new link</AuthLink>
        </p>
      )}
    </AuthPage>
  );
}
