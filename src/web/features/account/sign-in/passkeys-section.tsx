import { KeyRound } from '#src/web/ui/icons/key-round.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { addPasskey, canUsePasskeys, loadPasskeys } from '#src/web/account/passkeys.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { PasskeyRow } from './passkey-row.tsx';

export function PasskeysSection() {
  const methods = useSignInMethods();
  const loaded = useLoaded(loadPasskeys);
  const { problem, isBusy, attempt } = useAttempt();

  const onAdd = () =>
    attempt(async () => {
      if (await addPasskey()) loaded.reload();
    });

  if (methods?.passkeys === false) return null;
  return (
    <AccountSection
      title="Passkeys"
      about="Sign in by finger, face or PIN. Nothing to remember, nothing to type."
    >
      <LoadedPart loaded={loaded}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 && (
              <ul aria-label="Passkeys">
                {passkeys.map((passkey) => (
                  <li key={passkey.id} ref={handOnFocus}>
                    <PasskeyRow passkey={passkey} onChanged={loaded.reload} />
                  </li>
                ))}
              </ul>
            )}
            {canUsePasskeys() ? (
              <AccountRow
                label={passkeys.length === 0 ? 'No passkey yet' : 'On another device'}
                problem={<AccountProblem problem={problem} />}
              >
                <Button size="small" onClick={() => void onAdd()} isBusy={isBusy}>
                  <KeyRound size={16} aria-hidden />
                  Add a passkey
                </Button>
              </AccountRow>
            ) : (
              <AccountRow label="This browser has no passkeys" value="Add one in another browser." />
            )}
          </>
        )}
      </LoadedPart>
    </AccountSection>
  );
}
