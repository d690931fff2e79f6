import { Hono } from 'hono';
import { z } from 'zod';
import { spaceOf } from '#src/domain/space.ts';
import { isWebAddress } from '#src/domain/web-address.ts';
import {
  WEBHOOK_ADDRESS_LENGTH,
  WEBHOOK_QUERY_LENGTH,
  type NewWebhook,
} from '#src/reading/webhooks/webhooks-api.ts';
import { Reach } from '#src/server/api/reach.ts';
import { readUserContext } from '#src/server/api/user-context.ts';
import { webhookLimits } from '#src/server/auth/limits/limits.ts';
import { newWebhookMail } from '#src/server/auth/mail/mails.ts';
import { nameSchema } from '#src/server/auth/routes/fields.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { readFields, type FieldCodes } from '#src/server/auth/routes/read-fields.ts';
import { RejectedRequest, reject } from '#src/server/auth/routes/rejection.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import { NOT_FOUND } from '#src/server/http/error-body.ts';
import { idInPath } from '#src/server/http/id-in-path.ts';
import { askedQuery } from '#src/server/rows/asked-query.ts';
import type { Webhooks } from './webhooks.ts';

export interface WebhookRoutesOptions {
  readonly webhooks: Webhooks;
  readonly database: AppDatabase;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly publicUrl: string;
  /** True for a server that posts by http too, and into its own network. */
  readonly webhookAllowPrivate: boolean;
  readonly inBackground: (work: Promise<unknown>) => void;
}

const newWebhook = z.object({
  name: nameSchema,
  query: z
    .string()
    .trim()
    .min(1)
    .max(WEBHOOK_QUERY_LENGTH)
    .refine((text) => text.isWellFormed()),
  address: z.string().trim().max(WEBHOOK_ADDRESS_LENGTH).refine(isWebAddress),
});

const wrongWebhook: FieldCodes = (field) => {
  if (field === undefined) return null;
  return field === 'address' ? 'WRONG_ADDRESS' : field === 'query' ? 'WRONG_FILTER' : 'INVALID_NAME';
};

/** The routes of a user's webhooks under WEBHOOKS_PATH. A session opens them, and no token does: a webhook outlives it. */
export function webhookRoutes(gateway: AuthGateway, options: WebhookRoutesOptions): Hono {
  const { webhooks, delivery, publicUrl, inBackground } = options;
  const { hooks } = webhooks;
  const app = new Hono();

  app.get('/', async (c) => {
    const { user } = await gateway.signedIn(c);
    return c.json({ webhooks: await hooks.list(user.id, Date.now()) });
  });

  app.post('/', async (c) => {
    const { user } = await gateway.freshlySignedIn(c);
    const webhook = await readFields(c, newWebhook, wrongWebhook);
    return gateway.slowed(webhookLimits(user.id), async () => {
      await check(options, user.id, webhook);
      const added = await webhooks.add(user.id, webhook);
      if (!added) return reject(409, 'WEBHOOK_LIMIT');
      if (delivery.mail && user.emailVerified)
        inBackground(delivery.mail(newWebhookMail({ to: user.email, publicUrl }, webhook, Date.now())));
      return c.json(added, 201);
    });
  });

  app.delete('/:id', async (c) => {
    const { user } = await gateway.signedIn(c);
    return (await hooks.revoke(user.id, idInPath(c))) ? c.json({}) : c.json(NOT_FOUND, 404);
  });

  app.post('/:id/on', async (c) => {
    const { user } = await gateway.freshlySignedIn(c);
    return gateway.slowed(webhookLimits(user.id), async () =>
      (await webhooks.turnOn(user.id, idInPath(c))) ? c.json({}) : c.json(NOT_FOUND, 404),
    );
  });

  app.get('/:id/messages', async (c) => {
    const { user } = await gateway.signedIn(c);
    return c.json({ messages: await hooks.messages(user.id, idInPath(c), Date.now()) });
  });

  app.post('/:id/messages/:message/again', async (c) => {
    const { user } = await gateway.signedIn(c);
    return gateway.slowed(webhookLimits(user.id), async () =>
      (await webhooks.sendAgain(user.id, idInPath(c), idInPath(c, 'message')))
        ? c.json({})
        : c.json(NOT_FOUND, 404),
    );
  });

  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}

/** Throws a RejectedRequest for an address that this server never posts to, and for a filter that it cannot read. */
async function check(
  { database, webhookAllowPrivate }: WebhookRoutesOptions,
  userId: string,
  { query, address }: NewWebhook,
): Promise<void> {
  if (!webhookAllowPrivate && URL.parse(address)?.protocol !== 'https:')
    throw new RejectedRequest(400, 'HTTPS_NEEDED');
  const everything = new Reach({ collections: null });
  const context = await database.snapshot((tx) =>
    readUserContext(tx, spaceOf(userId), everything, Date.now()),
  );
  if ('problem' in askedQuery(query, context.query)) throw new RejectedRequest(400, 'WRONG_FILTER');
}
