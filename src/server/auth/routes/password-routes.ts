import { Hono } from 'hono';
import { z } from 'zod';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { rejectionCode } from '#src/server/auth/invitations.ts';
import { linkLimits, signUpLimits } from '#src/server/auth/limits/limits.ts';
import { emailSchema, fieldError, nameSchema, passwordSchema, tokenSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';

const signInSchema = z.object({ email: emailSchema, password: z.string().max(PASSWORD_LENGTH.max) });
const resetSchema = z.object({ token: tokenSchema, newPassword: passwordSchema });
const signUpSchema = z.object({ name: nameSchema, email: emailSchema, password: passwordSchema });

export function passwordRoutes(gateway: AuthGateway, methods: SignInMethods): Hono {
  const app = new Hono();

  if (!methods.confirmsEmail) {
    app.post('/sign-up/email', async (c) => {
      const body = await readFields(c, signUpSchema, fieldError);
      // Comes before Better Auth looks for an account with this email, since its answer would reveal one.
      if (!(await gateway.invited.mayJoin(c, body.email))) return reject(403, rejectionCode(methods.signUps));
      await gateway.checkNewPassword(body.password, body);
      const limits = signUpLimits(gateway.address(c));
      return gateway.slowed(limits, () =>
        gateway.inTurn(c, body.email, () =>
          gateway.withPrepared(body.password, () => gateway.ask(c, { body })),
        ),
      );
    });
  }

  app.post('/sign-in/email', async (c) => {
    const body = await readFields(c, signInSchema, fieldError);
    return gateway.askWithPassword(c, { body, email: body.email, wrongStatus: 401 });
  });

  // Available without mail too, since operators can make such a link.
  app.post('/reset-password', async (c) => {
    const body = await readFields(c, resetSchema, fieldError);
    const limits = linkLimits(gateway.address(c));
    return gateway.slowed(limits, async () => {
      // The password is checked before the link is used up. A link that does not work gets that answer for
      // any password.
      const owner = await gateway.findResetOwner(body.token);
      if (owner) await gateway.checkNewPassword(body.newPassword, owner);
      return gateway.inTurn(c, '', () => gateway.ask(c, { body }));
    });
  });

  return app;
}
