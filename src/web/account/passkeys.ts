import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { AuthError, callAuth, requireUser } from './auth-client.ts';
import { callFresh } from './fresh-call.ts';
import type { User } from '#src/web/platform/session.ts';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** The product that keeps the passkey; null if unknown. */
  readonly madeBy: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Texts by the name of the browser's error. */
const TEXTS: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. Open Sunglow at its usual address.',
};
/** The user canceled, or waited too long. Browsers do not say which, and have shown something themselves. */
const LEFT = ['NotAllowedError', 'AbortError'];

/** True in a browser with passkeys. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** The user's passkeys, oldest first. Throws AuthError. */
export async function loadPasskeys(): Promise<readonly Passkey[]> {
  const passkeys = (await callAuth('/passkey/list-user-passkeys')) as Passkey[];
  return passkeys.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Lets the browser make a passkey. False when the user cancels. Throws AuthError. */
export async function addPasskey(): Promise<boolean> {
  const options = await callFresh('/passkey/generate-register-options');
  const response = await inBrowser(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
  if (!response) return false;
  await callFresh('/passkey/verify-registration', { response });
  return true;
}

/** Throws AuthError. */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await callAuth('/passkey/update-passkey', { id, name });
}

/** Throws AuthError. */
export async function removePasskey(id: string): Promise<void> {
  await callFresh('/passkey/delete-passkey', { id });
}

/**
 * Lets the user choose a passkey to sign in, in the browser's dialog or in the email field. Null without a
 * choice. Throws AuthError.
 */
export async function choosePasskey(from: 'dialog' | 'field'): Promise<AuthenticationResponseJSON | null> {
  const options = await callAuth('/passkey/generate-authenticate-options');
  return inBrowser(({ startAuthentication }) =>
    startAuthentication({
      // Better Auth only prefers it, but Sunglow's server requires it.
      optionsJSON: { ...(options as PublicKeyCredentialRequestOptionsJSON), userVerification: 'required' },
      useBrowserAutofill: from === 'field',
    }),
  );
}

/** Throws AuthError. */
export async function signInByPasskey(chosen: AuthenticationResponseJSON): Promise<User> {
  return requireUser(await callAuth('/passkey/verify-authentication', { response: chosen }));
}

/** Ends the offer in the email field. */
export async function stopOfferingPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

const load = () => import('@simplewebauthn/browser');

/** The result of the browser's dialog; null when the user cancels. Throws AuthError on failure. */
async function inBrowser<T>(
  ceremony: (browser: Awaited<ReturnType<typeof load>>) => Promise<T>,
): Promise<T | null> {
  try {
    return await ceremony(await load());
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (LEFT.includes(name)) return null;
    const text = TEXTS[name] ?? 'This browser could not use the passkey. Try another browser or device.';
    throw new AuthError('PASSKEY', text, { cause });
  }
}
