import { Hono } from 'hono';
import { z } from 'zod';
import type { Ways } from '#src/domain/ways.ts';
import { PASSWORD_LENGTH } from '#src/server/auth/auth.ts';
import { refusalCode } from '#src/server/auth/invitations.ts';
import { linkLimits, signUpLimits, wrongPasswordLimits } from '#src/server/auth/limits.ts';
import { withPreparedHash } from '#src/server/auth/prepared-hash.ts';
import {
  emailSchema,
  fieldError,
  nameSchema,
  passwordSchema,
  tokenSchema,
} from '#src/server/auth/routes/fields.ts';
import { refuse, type AuthGateway } from '#src/server/auth/routes/gateway.ts';

const signInSchema = z.object({ email: emailSchema, password: z.string().max(PASSWORD_LENGTH.max) });
const resetSchema = z.object({ token: tokenSchema, newPassword: passwordSchema });
const signUpSchema = z.object({ name: nameSchema, email: emailSchema, password: passwordSchema });

export function passwordRoutes(gateway: AuthGateway, ways: Ways): Hono {
  const app = new Hono();

  app.post('/sign-up/email', async (c) => {
    const body = await gateway.read(c, signUpSchema, fieldError);
    // Before an account with this email is looked for, as Better Auth would tell by its answer whether there is one.
    if (!(await gateway.invited.mayJoin(c, body.email))) return refuse(403, refusalCode(ways.signUps));
    const limits = signUpLimits(gateway.address(c));
    return gateway.slowed(limits, () => withPreparedHash(body.password, () => gateway.ask(c, { body })));
  });

  app.post('/sign-in/email', async (c) => {
    const body = await gateway.read(c, signInSchema, fieldError);
    const limits = wrongPasswordLimits(gateway.address(c), body.email);
    return gateway.ask(c, { body }, { limits, givesBack: ({ status }) => status !== 401 });
  });

  // Also where no mail is sent: whoever runs the server can make such a link.
  app.post('/reset-password', async (c) => {
    const body = await gateway.read(c, resetSchema, fieldError);
    const limits = linkLimits(gateway.address(c));
    return gateway.slowed(limits, () => withPreparedHash(body.newPassword, () => gateway.ask(c, { body })));
  });

  return app;
}
