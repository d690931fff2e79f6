import { KeyRound } from 'lucide-react';
import { usePasskeyAutofill } from '#src/web/hooks/passkey-autofill.ts';
import { choosePasskey, logInByPasskey } from '#src/web/hooks/passkeys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/problem.tsx';
import { useEnter } from './use-enter.ts';

/** Signs in by a passkey, chosen in the browser's dialog or in the email field of the form above. */
export function PasskeyButton() {
  const { problem, isBusy, enter } = useEnter();
  usePasskeyAutofill((chosen) => void enter(() => logInByPasskey(chosen)));

  const logIn = async () => {
    const chosen = await choosePasskey('dialog');
    return chosen && logInByPasskey(chosen);
  };

  return (
    <>
      <Button size="large" onClick={() => void enter(logIn)} isBusy={isBusy}>
        <KeyRound size={18} aria-hidden />
        Sign in with a passkey
      </Button>
      <Problem>{problem?.message}</Problem>
    </>
  );
}
