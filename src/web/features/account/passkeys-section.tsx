import { KeyRound } from 'lucide-react';
import { useAttempt } from '#src/web/hooks/attempt.ts';
import { handOnFocus } from '#src/web/hooks/leaving-focus.ts';
import { useLoaded } from '#src/web/hooks/loaded.ts';
import { addPasskey, canUsePasskeys, loadPasskeys } from '#src/web/hooks/passkeys.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountProblem } from './account-problem.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { LoadedPart } from './loaded-part.tsx';
import { PasskeyRow } from './passkey-row.tsx';

export function PasskeysSection() {
  const ways = useWays();
  const loaded = useLoaded(loadPasskeys);
  const { problem, isBusy, attempt } = useAttempt();

  const onAdd = () =>
    attempt(async () => {
      if (await addPasskey()) loaded.reload();
    });

  if (ways?.passkeys === false) return null;
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
