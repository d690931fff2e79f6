import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent } from 'react';
import { AuthError } from '#src/web/account/auth-client.ts';
import { choosePasskey, stopOfferingPasskeys } from '#src/web/account/passkeys.ts';

/**
 * Lets the browser offer passkeys in the email field (`autocomplete="username webauthn"`), if it can. The
 * user has not asked for it, so that errors before a choice stay hidden.
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
