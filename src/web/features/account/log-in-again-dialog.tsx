import { useEffect, useState } from 'react';
import { useAttempt } from '#src/web/hooks/attempt.ts';
import { AuthError, signIn } from '#src/web/hooks/auth-client.ts';
import { changeUser } from '#src/web/hooks/change-user.ts';
import { useLoaded } from '#src/web/hooks/loaded.ts';
import { loadWaysIn } from '#src/web/hooks/providers.ts';
import { useSession, type User } from '#src/web/hooks/session.ts';
import { asksForSecondFactor, checkCode, enterCode } from '#src/web/hooks/two-factor.ts';
import { Dialog, DialogDescription, type DialogControl } from '#src/web/ui/dialog.tsx';
import { Loading } from '#src/web/ui/loading.tsx';
import { Problem } from '#src/web/ui/problem.tsx';
import { LogInAgainForm, type AskedField } from './log-in-again-form.tsx';
import { LogInAgainWays } from './log-in-again-ways.tsx';

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

interface LogInAgainDialogProps {
  readonly control: DialogControl;
  readonly onLoggedIn: () => void;
}

/** Asks who it is before a change of the sign-in methods. What it lies above stays as it is. */
export function LogInAgainDialog({ control, onLoggedIn }: LogInAgainDialogProps) {
  const { user } = useSession();
  return (
    <Dialog control={control} title="Sign in again" narrow>
      <DialogDescription>
        Your last sign-in is more than an hour ago. What you have typed stays as it is.
      </DialogDescription>
      {user && <Steps user={user} control={control} onLoggedIn={onLoggedIn} />}
    </Dialog>
  );
}

function Steps({ user, control, onLoggedIn }: LogInAgainDialogProps & { readonly user: User }) {
  const { data: waysIn, problem: notLoaded } = useLoaded(loadWaysIn);
  const [isHalfway, setHalfway] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();

  const [before] = useState(user);
  useEffect(() => {
    // Here, or in another tab.
    if (user === before || !control.open) return;
    onLoggedIn();
    control.close();
  }, [user, before, onLoggedIn, control]);

  const logIn = (identify: () => Promise<User | null>) =>
    void attempt(async () => {
      const found = await identify().catch((error: unknown) => {
        if (!asksForSecondFactor(error)) throw error;
        setHalfway(true);
        return null;
      });
      if (!found) return;
      if (found.id !== user.id) throw new AuthError('OTHER_USER', 'That is another account than this one.');
      // The session is another one now, with which the connection to the server begins anew.
      changeUser(user.id);
    });
  const form = { isBusy, problem, onCancel: control.close };

  if (isHalfway)
    return (
      <LogInAgainForm {...form} key="code" field={CODE} onSubmit={(code) => logIn(() => enterCode(code))} />
    );
  if (!waysIn) return notLoaded ? <Problem>{notLoaded.message}</Problem> : <Loading />;
  return (
    <LogInAgainForm
      {...form}
      key="first"
      field={waysIn.password && user.email !== '' ? PASSWORD : null}
      onSubmit={(password) => logIn(() => signIn({ email: user.email, password }))}
    >
      <LogInAgainWays waysIn={waysIn} isBusy={isBusy} onIdentify={logIn} />
    </LogInAgainForm>
  );
}
