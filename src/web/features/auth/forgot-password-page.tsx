import { useAttempt } from '#src/web/hooks/attempt.ts';
import { askForLink } from '#src/web/hooks/auth-mail.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useTurnedPage } from '#src/web/hooks/page-focus.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { links } from '#src/web/links.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { checkEmail } from '#src/web/ui/identity-rules.ts';
import { useCheckMail } from './use-check-mail.ts';

export function ForgotPasswordPage() {
  const ways = useWays();
  const canAsk = ways?.email !== false;
  // The form goes, also from under the user's hands.
  useTurnedPage(canAsk);
  return (
    <AuthPage
      title="Forgot your password?"
      lead={
        canAsk
          ? 'Get a link by mail, and choose a new one.'
          : 'This server sends no mail. Whoever runs it can give you a new password.'
      }
    >
      {canAsk && <AskForLink />}
      <p className={styles['aside']}>
        <AuthLink to={links.logIn}>Back to sign in</AuthLink>
      </p>
    </AuthPage>
  );
}

function AskForLink() {
  const form = useForm({ email: '' }, ({ email }) => ({ email: checkEmail(email) }));
  const { problem, attempt } = useAttempt();
  const checkMail = useCheckMail();

  const ask = async () => {
    const email = form.fields.email.trim();
    await askForLink('reset', email);
    await checkMail({ purpose: 'reset', email });
  };
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => attempt(ask));
  };

  return (
    <AuthForm label="Email me a link" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
      <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
    </AuthForm>
  );
}
