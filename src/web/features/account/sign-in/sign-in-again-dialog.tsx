import { useEffect, useState } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { AuthError, signIn } from '#src/web/account/auth-client.ts';
import { changeUser } from '#src/web/account/change-user.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { loadAccountMethods } from '#src/web/account/providers.ts';
import { useSession, type User } from '#src/web/platform/session.ts';
import { asksForSecondFactor, checkCode, enterCode } from '#src/web/account/two-factor.ts';
import { Dialog, DialogDescription, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { SignInAgainForm, type AskedField } from './sign-in-again-form.tsx';
import { SignInAgainMethods } from './sign-in-again-methods.tsx';

const PASSWORD: AskedField = {
  label: 'Your password',
  input: { type: 'password', autoComplete: 'current-password' },
  check: (password) => (password === '' ? 'Please enter your Password' : null),
};
const CODE: AskedField = {
  label: 'Code of your authenticator app',
  input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  check: checkCode,
};

interface SignInAgainDialogProps {
  readonly control: DialogControl;
  readonly onSignedIn: () => void;
}

/** Asks the user to sign in again before a change of the sign-in methods. The page beneath stays as it is. */
export function SignInAgainDialog({ control, onSignedIn }: SignInAgainDialogProps) {
  const { user } = useSession();
  return (
    <Dialog control={control} title="Sign in again" narrow>
      <DialogDescription>
        Your last sign-in was more than an hour ago. Your text stays as it is.
      </DialogDescription>
      {user && <Steps user={user} control={control} onSignedIn={onSignedIn} />}
    </Dialog>
  );
}

function Steps({ user, control, onSignedIn }: SignInAgainDialogProps & { readonly user: User }) {
  const { data: accountMethods, problem: notLoaded } = useLoaded(loadAccountMethods);
  const [isHalfway, setHalfway] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();

  const [before] = useState(user);
  useEffect(() => {
    // The user signed in here, or in another tab.
    if (user === before || !control.open) return;
    onSignedIn();
    control.close();
  }, [user, before, onSignedIn, control]);

  const signInBy = (identify: () => Promise<User | null>) =>
    void attempt(async () => {
      const found = await identify().catch((error: unknown) => {
        if (!asksForSecondFactor(error)) throw error;
        setHalfway(true);
        return null;
      });
      if (!found) return;
      if (found.id !== user.id) throw new AuthError('OTHER_USER', 'That is a different account.');
      // The session is a new one, so that the connection to the server starts again.
      changeUser(user.id);
    });
  const form = { isBusy, problem, onCancel: control.close };

  if (isHalfway)
    return (
      <SignInAgainForm
        {...form}
        key="code"
        field={CODE}
        onSubmit={(code) => signInBy(() => enterCode(code))}
      />
    );
  if (!accountMethods) return notLoaded ? <Problem>{notLoaded.message}</Problem> : <Loading />;
  return (
    <SignInAgainForm
      {...form}
      key="first"
      field={accountMethods.password && user.email !== '' ? PASSWORD : null}
      onSubmit={(password) => signInBy(() => signIn({ email: user.email, password }))}
    >
      <SignInAgainMethods accountMethods={accountMethods} isBusy={isBusy} onIdentify={signInBy} />
    </SignInAgainForm>
  );
}
