import { useState } from 'react';
import { useAttempt } from '#src/web/hooks/attempt.ts';
import { resetPassword } from '#src/web/hooks/auth-mail.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { links } from '#src/web/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { authLinks } from './auth-links.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { checkNewPassword } from '#src/web/ui/identity-rules.ts';

/** `token`: from the mail that its reader asked for. */
export function NewPasswordPage({ token }: { readonly token: string }) {
  const [isDone, setDone] = useState(false);
  const form = useForm({ password: '' }, ({ password }) => ({ password: checkNewPassword(password) }));
  const { problem, attempt } = useAttempt();

  const change = async () => {
    await resetPassword(token, form.fields.password);
    setDone(true);
  };
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => attempt(change));
  };

  if (isDone) {
    return (
      <AuthPage title="Your password is new" lead="All devices were signed out. Sign in with it now.">
        <ButtonLink look="primary" size="large" to={links.logIn} className={styles['submit']}>
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Choose a new password" lead="It ends all other sessions of your account.">
      <AuthForm label="Save password" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint="8 characters or more"
          {...form.field('password')}
        />
      </AuthForm>
      {problem && (
        <p className={styles['aside']}>
          <AuthLink to={authLinks.forgotPassword}>Ask for a new link</AuthLink>
        </p>
      )}
    </AuthPage>
  );
}
