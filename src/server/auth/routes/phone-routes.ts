import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { codeLimits, textLimits } from '#src/server/auth/limits.ts';
import { parsePhoneNumber } from '#src/server/auth/phone-number.ts';
import { CODE_LENGTH } from '#src/server/auth/phone-plugin.ts';
import { fieldError } from '#src/server/auth/routes/fields.ts';
import { refuse, type AuthGateway } from '#src/server/auth/routes/gateway.ts';

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
export function phoneRoutes(gateway: AuthGateway): Hono {
  const app = new Hono();

  app.post('/phone/code', async (c) => {
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
  });

  const verify = async (c: Context, how: object) => {
    const body = await gateway.read(c, codeSchema, fieldError);
    return gateway.ask(
      c,
      { path: '/phone-number/verify', body: { ...body, ...how } },
      { limits: codeLimits(gateway.address(c), body.phoneNumber), givesBack: ({ ok }) => ok },
    );
  };
  app.post('/phone/sign-in', (c) => verify(c, {}));
  app.post('/phone/change', (c) => verify(c, { updatePhoneNumber: true }));

  return app;
}
