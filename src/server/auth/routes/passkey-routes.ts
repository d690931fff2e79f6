import { getAuthenticatorName } from '@better-auth/passkey';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { passkeyLimits } from '#src/server/auth/limits/limits.ts';
import { fieldError, nameSchema, rowIdSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import { removeAccountMethod } from '#src/server/auth/account-methods.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** Far more than browsers make. */
const bytesSchema = z
  .string()
  .max(8_192)
  .regex(/^[\w-]+$/);
const credentialIdSchema = bytesSchema.max(1_400);

const credentialSchema = z.object({
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
});
const registrationSchema = z.object({
  response: credentialSchema.extend({
    response: z.object({
      clientDataJSON: bytesSchema,
      attestationObject: bytesSchema,
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/))
        .max(10)
        .optional(),
    }),
  }),
});
const authenticationSchema = z.object({
  response: credentialSchema.extend({
    response: z.object({
      clientDataJSON: bytesSchema,
      authenticatorData: bytesSchema,
      signature: bytesSchema,
      userHandle: bytesSchema.optional(),
    }),
  }),
});
const removalSchema = z.object({ id: rowIdSchema });
const renamingSchema = removalSchema.extend({ name: nameSchema });

const LIST = '/passkey/list-user-passkeys';

/** A passkey in Better Auth's table, with the columns that are shown. */
interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly aaguid: string | null;
  readonly createdAt: string;
}

export function passkeyRoutes(
  gateway: AuthGateway,
  { methods, database }: { readonly methods: SignInMethods; readonly database: AppDatabase },
): Hono {
  const app = new Hono();
  const limits = (c: Context) => ({ limits: passkeyLimits(gateway.address(c)) });

  // Each makes a challenge that works once, for five minutes.
  for (const path of ['/passkey/generate-register-options', '/passkey/generate-authenticate-options']) {
    app.get(path, (c) => gateway.ask(c, {}, limits(c)));
  }

  app.post('/passkey/verify-registration', async (c) => {
    const body = await readFields(c, registrationSchema);
    const response = await gateway.ask(c, { body }, limits(c));
    // Better Auth's answer to a passkey that does not fit; the reason is in the log.
    return response.status === 500 ? reject(400, 'PASSKEY_REFUSED') : response;
  });

  app.post('/passkey/verify-authentication', async (c) => {
    const body = await readFields(c, authenticationSchema);
    return gateway.ask(c, { body }, limits(c));
  });

  app.get(LIST, async (c) => {
    const response = await gateway.ask(c);
    if (!response.ok) return response;
    const rows = (await response.json()) as PasskeyRow[];
    return Response.json(rows.map(toPasskey), { headers: response.headers });
  });

  app.post('/passkey/update-passkey', async (c) => {
    const body = await readFields(c, renamingSchema, fieldError);
    return (await rejectionOf(c, body.id)) ?? gateway.ask(c, { body });
  });

  app.post('/passkey/delete-passkey', async (c) => {
    const { id: userId } = (await gateway.freshlySignedIn(c)).user;
    const { id } = await readFields(c, removalSchema, fieldError);
    const rejection = await rejectionOf(c, id);
    if (rejection) return rejection;
    // Better Auth would remove even the only sign-in method.
    const isGone = await removeAccountMethod(database, { userId, methods }, (tx) =>
      tx.deleteFrom('passkey').where('userId', '=', userId).where('id', '=', id).execute(),
    );
    return isGone ? Response.json({ status: true }) : reject(409, 'LAST_WAY_IN');
  });

  /**
   * The answer for a passkey that is not the user's. Better Auth's answers would tell other users' passkeys
   * from missing ones.
   */
  async function rejectionOf(c: Context, id: string): Promise<Response | null> {
    const own = await gateway.ask(c, { method: 'GET', path: LIST });
    if (!own.ok) return own;
    const rows = (await own.json()) as PasskeyRow[];
    return rows.some((row) => row.id === id) ? null : reject(404, 'PASSKEY_NOT_FOUND');
  }

  return app;
}

/** `madeBy`: the product that keeps the passkey, if known. */
function toPasskey({ id, name, aaguid, createdAt }: PasskeyRow) {
  return { id, name, madeBy: getAuthenticatorName(aaguid) ?? null, createdAt };
}
