import { getSessionFromCtx } from 'better-auth/api';
import { phoneNumber, type PhoneNumberOptions } from 'better-auth/plugins/phone-number';
import { phoneEmail } from '#src/domain/identity/phone-email.ts';
import { mayJoin } from '#src/server/auth/invitations.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Delivery, TextMessage } from '#src/server/delivery/delivery.ts';

export const CODE_LENGTH = 6;
/** The lifetime of a code in seconds. */
export const CODE_LIFETIME_S = 5 * 60;
const CODE_TRIES = 3;

type SendContext = Parameters<PhoneNumberOptions['sendOTP']>[1];

export interface PhonePluginOptions extends Pick<Config, 'publicUrl' | 'signUps'> {
  readonly delivery: Delivery;
}

/** Signing in by a code in a text message, if the server can send one. */
export function phonePlugins({ delivery: { text }, publicUrl, signUps }: PhonePluginOptions) {
  if (!text) return [];
  return [
    phoneNumber({
      otpLength: CODE_LENGTH,
      expiresIn: CODE_LIFETIME_S,
      allowedAttempts: CODE_TRIES,
      sendOTP: async ({ phoneNumber: to, code }, context) => {
        // Sends no text to a person who could not use the code. The answer does not reveal it.
        if (mayJoin(signUps, phoneEmail(to)) || (await isKnown(to, context)))
          await text(codeText(to, code, publicUrl));
      },
      ...(signUps !== 'closed' && { signUpOnVerification: { getTempEmail: phoneEmail } }),
    }),
  ];
}

/** True when an account has this number, or the caller has an account to add it to. */
async function isKnown(number: string, context: SendContext): Promise<boolean> {
  if (!context) return false;
  const where = [{ field: 'phoneNumber', value: number }];
  const owner = await context.context.adapter.findOne({ model: 'user', where });
  return owner !== null || (await getSessionFromCtx(context)) !== null;
}

/**
 * The last line is for browsers, which then offer the code to this site alone
 * (https://wicg.github.io/sms-one-time-codes/).
 */
function codeText(to: string, code: string, publicUrl: string): TextMessage {
  const { hostname } = new URL(publicUrl);
  return {
    to,
    text: `Your Sunglow code is ${code}. It works for 5 minutes. Give it to nobody.\n\n@${hostname} #${code}`,
  };
}
