import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { Ways } from '#src/domain/ways.ts';
import { codeLimits, textLimits } from '#src/server/auth/limits.ts';
import { parsePhoneNumber } from '#src/server/auth/phone-number.ts';
import { CODE_LENGTH } from '#src/server/auth/phone-plugin.ts';
import { fieldError } from '#src/server/auth/routes/fields.ts';
import { refuse, type AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { removeWayIn } from '#src/server/auth/ways-in.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** As the user typed it, and the country that they chose. */
const typedSchema = z.object({
  phoneNumber: z.string().max(50),
  country: z.string().regex(/^[A-Z]{2}$/),
});
const codeSchema = z.object({
  phoneNumber: z.string().regex(/^\+\d{6,15}$/),
  code: z.string().length(CODE_LENGTH).regex(/^\d+$/),
});

/** Codes by text message. Asking for one is answered alike for every number, with an account or without. */
export function phoneRoutes(
  gateway: AuthGateway,
  { ways, database }: { readonly ways: Ways; readonly database: AppDatabase },
): Hono {
  const app = new Hono();

  const send = async (c: Context) => {
    const { phoneNumber: typed, country } = await gateway.read(c, typedSchema, fieldError);
    const phone = parsePhoneNumber(typed, country);
    if (!phone) return refuse(400, 'INVALID_PHONE_NUMBER');
    const response = await gateway.ask(
      c,
      { path: '/phone-number/send-otp', body: { phoneNumber: phone.e164 } },
      { limits: textLimits(gateway.address(c), phone.e164) },
    );
    if (!response.ok) return response;
    return Response.json({ phoneNumber: phone.e164, readable: phone.readable }, response);
  };
  const verify = async (c: Context, how: object) => {
    const { phoneNumber, code } = await gateway.read(c, codeSchema, fieldError);
    const body = { phoneNumber, code: await gateway.hashCode(phoneNumber, code) };
    return gateway.ask(
      c,
      { path: '/phone-number/verify', body: { ...body, ...how } },
      { limits: codeLimits(gateway.address(c), phoneNumber), givesBack: ({ ok }) => ok },
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
    const isGone = await removeWayIn(database, { userId: user.id, ways }, (tx) =>
      tx
        .updateTable('user')
        .set({ phoneNumber: null, phoneNumberVerified: null })
        .where('id', '=', user.id)
        .execute(),
    );
    return isGone ? Response.json({ status: true }) : refuse(409, 'LAST_WAY_IN');
  });

  return app;
}
