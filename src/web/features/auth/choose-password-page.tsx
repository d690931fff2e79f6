import type { MailLink } from '#src/domain/identity/mail-link.ts';
import { signUpByLink } from '#src/web/account/auth-mail.ts';
import { links } from '#src/web/addresses/links.ts';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { useEnter } from './use-enter.ts';

/** The last step of a sign-up, after the link in its mail. */
export function ChoosePasswordPage({ link }: { readonly link: MailLink }) {
  const { problem, enter } = useEnter();
  return (
    <AuthPage title="Choose a password" lead="This also confirms your email and signs you in.">
      <ChoosePasswordForm
        label="Password"
        submitLabel="Confirm email"
        problem={problem}
        choose={(password) => enter(() => signUpByLink(link, password))}
      />
      {problem && (
        <p className={styles['aside']}>
          <AuthLink to={links.signUp}>Sign up again</AuthLink> for a new link, or{' '}
          <AuthLink to={links.signIn}>sign in</AuthLink>.
        </p>
      )}
    </AuthPage>
  );
}
