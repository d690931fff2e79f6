import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type { Config } from '#src/server/config/config.ts';

/**
 * Passkeys that say who it is, and are opened by finger, face or PIN: two factors in one. Browsers offer them on the host
 * of PUBLIC_URL alone.
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

/** Better Auth asks for it, and takes what comes without. Else whoever holds the device would be in. */
function requireUser(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError('BAD_REQUEST', { code: 'PASSKEY_REFUSED' });
}
