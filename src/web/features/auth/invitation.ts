import { useEffect, useState } from 'react';
import { useAddressSecret } from '#src/web/platform/address-secret.ts';
import { AuthError, callAuth } from '#src/web/account/auth-client.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** The prefix in the address of the sign-up page. */
const PREFIX = '#invite=';

export interface Invited {
  /** The only email of the invitation; null when any email may use it. */
  readonly email: string | null;
}

export interface Invitation {
  /** False until the server has answered. Without a network that is when it returns. */
  readonly isKnown: boolean;
  readonly invited: Invited | null;
  /** The error of the question, or of the link. */
  readonly problem: string;
}

/** The invitation of this browser, from a link opened now or before. */
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
