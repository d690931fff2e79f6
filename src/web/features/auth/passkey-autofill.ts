import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent } from 'react';
import { AuthError } from '#src/web/account/auth-client.ts';
import { choosePasskey, stopOfferingPasskeys } from '#src/web/account/passkeys.ts';

/**
 * Has the browser offer passkeys among what it fills into the email field (`autocomplete="username webauthn"`), where it
 * can. The user has not asked for that: until they choose one, nothing is said of what goes wrong.
 */
export function usePasskeyAutofill(onChosen: (passkey: AuthenticationResponseJSON) => void): void {
  const enter = useEffectEvent(onChosen);
  useEffect(() => {
    let isWanted = true;
    choosePasskey('field').then(
      (chosen) => chosen && isWanted && enter(chosen),
      (error: unknown) => {
        if (!(error instanceof AuthError)) throw error;
      },
    );
    return () => {
      isWanted = false;
      void stopOfferingPasskeys();
    };
  }, []);
}
