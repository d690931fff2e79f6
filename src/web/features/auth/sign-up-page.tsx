import { useState } from 'react';
import { signUp } from '#src/web/hooks/auth-client.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useInvitation } from '#src/web/hooks/invitation.ts';
import { useTurnedPage } from '#src/web/hooks/page-focus.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { links } from '#src/web/links.ts';
import { cleanName } from '#src/web/ui/clean-text.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import styles from './auth-page.module.css';
import { AuthLink, AuthPage } from './auth-page.tsx';
import { checkRegistration } from './auth-rules.ts';
import { OtherWays } from './other-ways.tsx';
import { useCheckMail } from './use-check-mail.ts';
import { useEnter } from './use-enter.ts';

export function SignUpPage() {
  const signUps = useWays()?.signUps;
  const invitation = useInvitation(signUps === 'invite');
  const isClosed = signUps === 'closed';
  const isUninvited = invitation.isKnown && !invitation.invited;
  // The form goes, also from under the user's hands.
  useTurnedPage(isClosed || isUninvited);
  if (isClosed) {
    return (
      <AuthPage title="Sign up" lead="No new accounts are made here.">
        <p>
          If you have one, <AuthLink to={links.logIn}>log in</AuthLink>. If you do not, ask whoever runs this
          server.
        </p>
      </AuthPage>
    );
  }
  if (isUninvited) {
    const hint = 'Open the link that you were given. If you have none, ask whoever runs this server.';
    return (
      <AuthPage
        title="Sign up"
        lead={`New accounts are made here by invitation. ${invitation.problem || hint}`}
      >
        <p className={styles['aside']}>
          Have an account already? <AuthLink to={links.logIn}>Log in</AuthLink>
        </p>
      </AuthPage>
    );
  }
  // Also while it is not known whether the user may sign up: they may have begun to type.
  return (
    <AuthPage
      title="Sign up"
      lead={
        <>
          {invitation.invited ? 'You are invited. ' : invitation.problem && `${invitation.problem} `}
          Have an account already? <AuthLink to={links.logIn}>Log in</AuthLink>
        </>
      }
    >
      <Registration invitedEmail={invitation.invited?.email ?? ''} />
    </AuthPage>
  );
}

function Registration({ invitedEmail }: { readonly invitedEmail: string }) {
  const ways = useWays();
  const form = useForm({ name: '', email: invitedEmail, password: '' }, checkRegistration);
  const [offered, setOffered] = useState(invitedEmail);
  const { problem, enter } = useEnter();
  const checkMail = useCheckMail();
  const { name, email, password } = form.fields;
  if (invitedEmail !== offered) {
    setOffered(invitedEmail);
    if (email === '') form.field('email').onValue(invitedEmail);
  }

  const register = async () => {
    const address = email.trim();
    const user = await signUp({ name: cleanName(name), email: address, password });
    if (!user) await checkMail({ purpose: 'verify', email: address });
    return user;
  };
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(register));
  };

  return (
    <>
      <AuthForm label="Sign up" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField
          label="Name"
          autoComplete="name"
          required
          maxLength={120}
          dir="auto"
          {...form.field('name')}
        />
        <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          hint="8 characters or more"
          {...form.field('password')}
        />
      </AuthForm>
      <OtherWays ways={ways} email={form.field('email')} />
    </>
  );
}
