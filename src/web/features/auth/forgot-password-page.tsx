import { useAttempt } from '#src/web/account/attempt.ts';
import { askForLink } from '#src/web/account/auth-mail.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { useTurnedPage } from '#src/web/focus/page-focus.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { links } from '#src/web/addresses/links.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { checkEmail } from '#src/web/ui/fields/identity-rules.ts';
import { useCheckMail } from './use-check-mail.ts';

export function ForgotPasswordPage() {
  const methods = useSignInMethods();
  const canAsk = methods?.email !== false;
  // The form may vanish while the user types.
  useTurnedPage(canAsk);
  return (
    <AuthPage
      title="Forgot your password?"
      lead={
        canAsk
          ? 'Get a link by email and choose a new password.'
          : 'This server sends no email. Its operator can give you a new password.'
      }
    >
      {canAsk && <AskForLink />}
      <p className={styles['aside']}>
        <AuthLink to={links.signIn}>Back to sign in</AuthLink>
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
    checkMail({ purpose: 'reset', email });
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
