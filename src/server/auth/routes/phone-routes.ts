import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { codeLimits, numberLimit, textLimits } from '#src/server/auth/limits/limits.ts';
import { asBrowser } from '#src/server/auth/phone/phone-code.ts';
import { parsePhoneNumber } from '#src/server/auth/phone/phone-number.ts';
import { CODE_LENGTH } from '#src/server/auth/phone/phone-plugin.ts';
import { CodeCookie } from './code-cookie.ts';
import { fieldError } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import { removeAccountMethod } from '#src/server/auth/account-methods.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** The number as the user typed it, and the chosen country. */
const typedSchema = z.object({
  phoneNumber: z.string().max(50),
  country: z.string().regex(/^[A-Z]{2}$/),
});
const codeSchema = z.object({
  phoneNumber: z.string().regex(/^\+\d{6,15}$/),
  code: z.string().length(CODE_LENGTH).regex(/^\d+$/),
});

export interface PhoneOptions {
  readonly methods: SignInMethods;
  readonly database: AppDatabase;
  readonly publicUrl: string;
}

/** Codes by text message. Every number gets the same answer to a request, with or without an account. */
export function phoneRoutes(gateway: AuthGateway, { methods, database, publicUrl }: PhoneOptions): Hono {
  const cookies = new CodeCookie(publicUrl);
  const app = new Hono();

  const send = async (c: Context) => {
    const { phoneNumber: typed, country } = await readFields(c, typedSchema, fieldError);
    const phone = await parsePhoneNumber(typed, country);
    if (!phone) return reject(400, 'INVALID_PHONE_NUMBER');
    const { e164: phoneNumber, readable } = phone;
    const device = await gateway.knownDevice(c, phoneNumber);
    return gateway.slowed(textLimits({ address: gateway.address(c), phoneNumber, device }), async () => {
      if (device === null && !(await gateway.spend(numberLimit(phoneNumber))))
        return reject(429, 'TOO_MANY_TEXTS');
      const cookie = cookies.create();
      const response = await asBrowser(cookie.value, () =>
        gateway.ask(c, { path: '/phone-number/send-otp', body: { phoneNumber } }),
      );
      if (!response.ok) return response;
      const answer = Response.json({ phoneNumber, readable }, response);
      answer.headers.append('set-cookie', cookie.header);
      return answer;
    });
  };
  const verify = async (c: Context, how: object) => {
    const { phoneNumber, code } = await readFields(c, codeSchema, fieldError);
    const cookie = cookies.read(c);
    if (cookie === null) return reject(400, 'OTP_NOT_FOUND');
    const body = { phoneNumber, code: await gateway.hashCode(phoneNumber, code), ...how };
    return asBrowser(cookie, () =>
      gateway.ask(
        c,
        { path: '/phone-number/verify', body },
        { limits: codeLimits(gateway.address(c)), givesBack: ({ ok }) => ok },
      ),
    );
  };

  app.post('/phone/code', (c) => send(c));
  app.post('/phone/sign-in', (c) => verify(c, {}));

  app.post('/phone/change-code', async (c) => {
    await gateway.freshlySignedIn(c);
    return send(c);
  });
  app.post('/phone/change', async (c) => {
    await gateway.freshlySignedIn(c);
    return verify(c, { updatePhoneNumber: true });
  });

  app.post('/phone/remove', async (c) => {
    const { user } = await gateway.freshlySignedIn(c);
    const isGone = await removeAccountMethod(database, { userId: user.id, methods }, (tx) =>
      tx
        .updateTable('user')
        .set({ phoneNumber: null, phoneNumberVerified: null })
        .where('id', '=', user.id)
        .execute(),
    );
    return isGone ? Response.json({ status: true }) : reject(409, 'LAST_WAY_IN');
  });

  return app;
}
