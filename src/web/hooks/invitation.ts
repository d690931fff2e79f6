import { useEffect, useState } from 'react';
import { useAddressSecret } from './address-secret.ts';
import { AuthError, callAuth } from './auth-client.ts';
import { isRecord } from './session.ts';

/** Behind `#` of the address of the sign-up page. */
const PREFIX = '#invite=';

export interface Invited {
  /** The only email that it holds for; null when it holds for any. */
  readonly email: string | null;
}

/**
 * Whether this browser is invited, by the link that it has opened now or before; null until it is known. `problem` says
 * why that link does not work.
 */
export function useInvitation(isAsked: boolean) {
  const secret = useAddressSecret();
  const [answer, setAnswer] = useState<{ readonly invited: Invited | null; readonly problem: string } | null>(
    null,
  );
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    const asked = secret.startsWith(PREFIX)
      ? callAuth('/invitation', { token: secret.slice(PREFIX.length) })
      : callAuth('/invitation');
    asked.then(
      (found) => isWanted && setAnswer({ invited: toInvited(found), problem: '' }),
      (error: unknown) => {
        if (!(error instanceof AuthError)) throw error;
        if (isWanted) setAnswer({ invited: null, problem: error.message });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [isAsked, secret]);
  return answer;
}

function toInvited(answer: unknown): Invited | null {
  if (!isRecord(answer)) return null;
  const email = answer['email'];
  return { email: typeof email === 'string' ? email : null };
}
