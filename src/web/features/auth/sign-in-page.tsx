import { AuthError, signIn } from '#src/web/account/auth-client.ts';
import { askForLink } from '#src/web/account/auth-mail.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { canUsePasskeys } from '#src/web/account/passkeys.ts';
import { useSession } from '#src/web/platform/session.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { links } from '#src/web/addresses/links.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { authLinks } from './auth-links.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { checkCredentials } from './auth-rules.ts';
import { KnownUser } from './known-user.tsx';
import { OtherMethods } from './other-methods.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderProblem } from './provider-problem.tsx';
import { useCheckMail } from './use-check-mail.ts';
import { useEnter } from './use-enter.ts';

export function SignInPage() {
  const { user } = useSession();
  const methods = useSignInMethods();
  const form = useForm({ email: user?.email ?? '', password: '' }, checkCredentials);
  const { problem, enter } = useEnter();
  const checkMail = useCheckMail();
  const { email, password } = form.fields;

  const identify = async () => {
    const address = email.trim();
    try {
      return await signIn({ email: address, password });
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'EMAIL_NOT_VERIFIED') throw error;
      await askForLink('verify', address);
      checkMail({ purpose: 'verify', email: address });
      return null;
    }
  };
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(identify));
  };

  return (
    <AuthPage
      title="Sign in"
      lead={
        methods?.signUps === 'closed' ? (
          'Good to see you again.'
        ) : (
          <span ref={handOnFocus}>
            New to Sunglow? <AuthLink to={links.signUp}>Sign up</AuthLink>
          </span>
        )
      }
    >
      {user && <KnownUser user={user} />}
      <ProviderProblem />
      <AuthForm label="Sign in" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
          required
          {...form.field('email')}
        />
        <div className={styles['forgettable']}>
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            {...form.field('password')}
          />
          <AuthLink to={authLinks.forgotPassword}>Forgot your password?</AuthLink>
        </div>
      </AuthForm>
      <OtherMethods methods={methods} email={form.field('email')}>
        {methods?.passkeys && canUsePasskeys() && <PasskeyButton />}
      </OtherMethods>
    </AuthPage>
  );
}
