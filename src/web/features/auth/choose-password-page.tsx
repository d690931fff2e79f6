import type { MailLink } from '#src/domain/mail-link.ts';
import { signUpByLink } from '#src/web/hooks/auth-mail.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { links } from '#src/web/links.ts';
import { checkNewPassword } from '#src/web/ui/identity-rules.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useEnter } from './use-enter.ts';

/** The end of a sign-up, where the link in its mail leads. */
export function ChoosePasswordPage({ link }: { readonly link: MailLink }) {
  const form = useForm({ password: '' }, ({ password }) => ({ password: checkNewPassword(password) }));
  const { problem, enter } = useEnter();
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(() => signUpByLink(link, form.fields.password)));
  };
  return (
    <AuthPage title="Choose a password" lead="It confirms your email too. Then you are in.">
      <AuthForm label="Confirm email" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          hint="8 characters or more"
          {...form.field('password')}
        />
      </AuthForm>
      {problem && (
        <p className={styles['aside']}>
          <AuthLink to={links.signUp}>Sign up again</AuthLink> for a new link, or{' '}
          <AuthLink to={links.logIn}>sign in</AuthLink>.
        </p>
      )}
    </AuthPage>
  );
}
