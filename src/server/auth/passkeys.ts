import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type { Config } from '#src/server/config/config.ts';

/**
 * Passkeys that identify the user, and need a finger, a face or a PIN: two factors in one. Browsers offer
 * them only on the host of PUBLIC_URL.
 */
export function passkeys({ publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>) {
  return passkey({
    rpName: 'Sunglow',
    rpID: new URL(publicUrl).hostname,
    origin: [...allowedOrigins],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification: { registrationInfo } }) => {
        requireUser(registrationInfo?.userVerified);
        return { name: getAuthenticatorName(registrationInfo?.aaguid) ?? 'Passkey' };
      },
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireUser(verification.authenticationInfo.userVerified),
    },
  });
}

/**
 * Better Auth asks for user verification, but accepts answers without it. Then holding the device would be
 * enough.
 */
function requireUser(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError('BAD_REQUEST', { code: 'PASSKEY_REFUSED' });
}
