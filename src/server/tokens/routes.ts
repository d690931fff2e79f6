import { Hono } from 'hono';
import { z } from 'zod';
import { MOST_TOKEN_COLLECTIONS, TOKEN_SCOPES } from '#src/domain/identity/access-token.ts';
import { isId } from '#src/domain/id.ts';
import { tokenLimits } from '#src/server/auth/limits/limits.ts';
import { newTokenMail } from '#src/server/auth/mail/mails.ts';
import { nameSchema } from '#src/server/auth/routes/fields.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { readFields, type FieldCodes } from '#src/server/auth/routes/read-fields.ts';
import { RejectedRequest, reject } from '#src/server/auth/routes/rejection.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import { idInPath } from '#src/server/http/id-in-path.ts';
import { isInstant } from '#src/tables/kit/column.ts';
import type { AccessTokens } from './access-tokens.ts';

export interface TokenRoutesOptions {
  readonly tokens: AccessTokens;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly publicUrl: string;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** The doors in the history that are no token (rule H1). An import is taken back by the name of its door. */
const OTHER_DOORS: ReadonlySet<string> = new Set(['Import', 'Reminder', 'Sunglow']);

const newToken = z.object({
  name: nameSchema.refine((name) => !OTHER_DOORS.has(name)),
  scope: z.enum(TOKEN_SCOPES),
  collections: z.array(z.string().refine(isId)).min(1).max(MOST_TOKEN_COLLECTIONS).nullable().default(null),
  expiresAt: z
    .number()
    .refine((at) => isInstant(at) && at > Date.now())
    .nullable()
    .default(null),
});

const wrongToken: FieldCodes = (field) => (field === undefined ? null : 'WRONG_TOKEN');

/** The routes of a user's access tokens under TOKENS_PATH. A session opens them, and no token does. */
export function tokenRoutes(gateway: AuthGateway, options: TokenRoutesOptions): Hono {
  const { tokens, delivery, publicUrl, inBackground } = options;
  const app = new Hono();

  app.get('/', async (c) => {
    const { user } = await gateway.signedIn(c);
    return c.json({ tokens: await tokens.list(user.id) });
  });

  app.post('/', async (c) => {
    const { user } = await gateway.freshlySignedIn(c);
    const given = await readFields(c, newToken, wrongToken);
    return gateway.slowed(tokenLimits(user.id), async () => {
      const added = await tokens.add(user.id, given, Date.now());
      if (!added) return reject(409, 'TOKEN_LIMIT');
      if (delivery.mail && user.emailVerified)
        inBackground(delivery.mail(newTokenMail({ to: user.email, publicUrl }, added)));
      return c.json(added, 201);
    });
  });

  app.delete('/:id', async (c) => {
    const { user } = await gateway.signedIn(c);
    const isRevoked = await tokens.revoke(user.id, idInPath(c));
    return isRevoked ? c.json({ status: true }) : reject(404, 'TOKEN_NOT_FOUND');
  });

  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}
