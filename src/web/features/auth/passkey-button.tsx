import { KeyRound } from '#src/web/ui/icons/key-round.ts';
import { usePasskeyAutofill } from './passkey-autofill.ts';
import { choosePasskey, signInByPasskey } from '#src/web/account/passkeys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { useEnter } from './use-enter.ts';

/** Signs in with a passkey from the browser's dialog, or from the email field of the form above. */
export function PasskeyButton() {
  const { problem, isBusy, enter } = useEnter();
  usePasskeyAutofill((chosen) => void enter(() => signInByPasskey(chosen)));

  const identify = async () => {
    const chosen = await choosePasskey('dialog');
    return chosen && signInByPasskey(chosen);
  };

  return (
    <>
      <Button size="large" onClick={() => void enter(identify)} isBusy={isBusy}>
        <KeyRound size={18} aria-hidden />
        Sign in with a passkey
      </Button>
      <Problem>{problem?.message}</Problem>
    </>
  );
}
