import { useInvitation } from './invitation.ts';
import { useTurnedPage } from '#src/web/focus/page-focus.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { links } from '#src/web/addresses/links.ts';
import styles from './auth-page.module.css';
import { AuthLink, AuthPage } from './auth-page.tsx';
import { Registration } from './registration.tsx';

export function SignUpPage() {
  const signUps = useSignInMethods()?.signUps;
  const invitation = useInvitation(signUps === 'invite');
  const isClosed = signUps === 'closed';
  const isUninvited = invitation.isKnown && !invitation.invited;
  // The form may vanish while the user types.
  useTurnedPage(isClosed || isUninvited);
  if (isClosed) {
    return (
      <AuthPage title="Sign up" lead="This server accepts no new accounts.">
        <p>
          If you have an account, <AuthLink to={links.signIn}>sign in</AuthLink>. If you do not, ask whoever
          runs this server.
        </p>
      </AuthPage>
    );
  }
  if (isUninvited) {
    const hint = 'Open your invitation link. If you have none, ask the operator of this server.';
    return (
      <AuthPage
        title="Sign up"
        lead={`This server accepts new accounts by invitation. ${invitation.problem || hint}`}
      >
        <p className={styles['aside']}>
          Have an account already? <AuthLink to={links.signIn}>Sign in</AuthLink>
        </p>
      </AuthPage>
    );
  }
  // Shown also before the server's answer, since users begin to type.
  return (
    <AuthPage
      title="Sign up"
      lead={
        <>
          {invitation.invited ? 'You are invited. ' : invitation.problem && `${invitation.problem} `}
          Have an account already? <AuthLink to={links.signIn}>Sign in</AuthLink>
        </>
      }
    >
      <Registration invitedEmail={invitation.invited?.email ?? ''} />
    </AuthPage>
  );
}
