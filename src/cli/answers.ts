import { z } from 'zod';
import { CommandFailed } from './failures.ts';

const problemSchema = z.looseObject({ code: z.string(), detail: z.string() });

/** The words of the command line for codes whose words at the API are for programmers. */
const WORDS: Readonly<Record<string, string>> = {
  UNAUTHORIZED:
    'The server does not know the access token: it was revoked or has expired. Add one on the page Access of your account, and use sunglow login URL.',
  SCOPE_TOO_NARROW:
    'The access token does not allow this. Add one with the scope write, for all collections, on the page Access of your account, and use sunglow login URL.',
};

/** The failure of an answer that is no success. */
export async function failureOf(url: string, response: Response): Promise<CommandFailed> {
  const { status, headers } = response;
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  const isPassing = status >= 500 || status === 429;
  if (problem.success) {
    const { code, detail } = problem.data;
    return new CommandFailed(WORDS[code] ?? detail, code, { isPassing });
  }
  if (status >= 300 && status < 400)
    return new CommandFailed(
      `The server at ${url} sends to another address: ${headers.get('location') ?? 'none'}. If you trust it, sign in there. (REDIRECTED)`,
      'REDIRECTED',
      { isPassing: true },
    );
  if (!isPassing) return notSunglow(url, `answered ${status}`);
  return new CommandFailed(
    `The server at ${url} answered ${status}. It may be starting, or down behind its proxy. Try again in a moment. (HTTP_${status})`,
    `HTTP_${status}`,
    { isPassing },
  );
}

/** The failure of an answer that is not from the API: `how` says what came instead. */
export function notSunglow(url: string, how: string, cause?: unknown): CommandFailed {
  return new CommandFailed(
    `The server at ${url} ${how} instead of the API of Sunglow. Check the address, and if a proxy or the sign-in page of a network is in between. (NOT_SUNGLOW)`,
    'NOT_SUNGLOW',
    { cause, isPassing: true },
  );
}

/** Failures before a request was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;
const NO_TLS = /^ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH)|^EPROTO$/;

/** The failure of a request without an answer. `isWrite`: it may have been done nevertheless. */
export function unreachable(url: string, error: unknown, isWrite: boolean): CommandFailed {
  const code = codeOf(error);
  if (CERTIFICATE.test(code))
    return new CommandFailed(
      `The certificate of ${url} is not valid here. If it is your own, set NODE_EXTRA_CA_CERTS to the file of its authority. (${code})`,
      'UNTRUSTED',
      { cause: error },
    );
  if (NO_TLS.test(code))
    return new CommandFailed(
      `The server at ${url} does not speak https at this port. Check the address. (${code})`,
      'UNTRUSTED',
      { cause: error },
    );
  const done =
    isWrite && !UNSENT.includes(code) ? ' The change may have been made: look before you repeat it.' : '';
  return new CommandFailed(
    `The server at ${url} cannot be reached. Check the address and the network.${done} (${code})`,
    'UNREACHABLE',
    { cause: error, isPassing: true },
  );
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return error instanceof Error && error.name === 'TimeoutError' ? 'NO_ANSWER' : 'UNREACHABLE';
}
