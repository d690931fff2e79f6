import { useEffect, useState } from 'react';
import { useAddressSecret } from '#src/web/platform/address-secret.ts';
import { AuthError, callAuth } from '#src/web/account/auth-client.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** It stands behind `#` in the address of the sign-up page. */
const PREFIX = '#invite=';

export interface Invited {
  /** The only email that it holds for; null when it holds for any. */
  readonly email: string | null;
}

export interface Invitation {
  /** False until the server has said whom it invites. Where it cannot be asked, that is when the network is back. */
  readonly isKnown: boolean;
  readonly invited: Invited | null;
  /** Why it is not known, or why the link does not work. */
  readonly problem: string;
}

/** Whether this browser is invited, by the link that it has opened now or before. */
export function useInvitation(isAsked: boolean): Invitation {
  const secret = useAddressSecret();
  const [answer, setAnswer] = useState<Invitation>({ isKnown: false, invited: null, problem: '' });
  useEffect(() => {
    if (!isAsked) return;
    const ending = new AbortController();
    const ask = async () => {
      const found = await askForInvitation(secret);
      if (!ending.signal.aborted) setAnswer(found);
      if (found.isKnown) ending.abort();
    };
    void ask();
    window.addEventListener('online', () => void ask(), { signal: ending.signal });
    return () => ending.abort();
  }, [isAsked, secret]);
  return answer;
}

async function askForInvitation(secret: string): Promise<Invitation> {
  const body = secret.startsWith(PREFIX) ? { token: secret.slice(PREFIX.length) } : undefined;
  try {
    return { isKnown: true, invited: toInvited(await callAuth('/invitation', body)), problem: '' };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { isKnown: error.code === 'INVITATION_GONE', invited: null, problem: error.message };
  }
}

function toInvited(answer: unknown): Invited | null {
  if (!isRecord(answer)) return null;
  const email = answer['email'];
  return { email: typeof email === 'string' ? email : null };
}
