import { createECDH } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { isId } from '#src/domain/id.ts';
import { isWebAddress } from '#src/domain/web-address.ts';
import { FAILURES, WEBHOOK_KINDS } from '#src/reading/remind/push-api.ts';
import { REMINDER_WAYS } from '#src/tables/setting/reminder-ways.ts';
import { isInstant } from '#src/tables/kit/column.ts';
import { spaceOf } from '#src/domain/space.ts';
import { reminderLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { RejectedRequest, reject } from '#src/server/auth/routes/rejection.ts';
import { deviceName } from '#src/server/auth/sessions/device-name.ts';
import { NOT_FOUND } from '#src/server/http/error-body.ts';
import { HeldBack } from '#src/server/http/held-back.ts';
import { readBody } from '#src/server/http/read-body.ts';
import { Rates, type Rate } from '#src/sync/server/rates.ts';
import type { Reminders } from './reminders.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';

const MAX_BODY_BYTES = 8_192;
const MAX_ADDRESS = 2_000;

/** The rate of receipts from a user's devices, and of questions about them. */
const RECEIPT_RATE: Rate = { burst: 30, perSecond: 5 };

const url = z.string().max(MAX_ADDRESS).refine(isWebAddress);
const base64url = z.string().regex(/^[\w-]{1,200}={0,2}$/);

const newSubscription = z.object({
  endpoint: url,
  keys: z.object({ p256dh: base64url.refine(isPoint), auth: base64url.refine(isSecret) }),
});
const oldSubscription = z.object({ endpoint: url });
const newWebhook = z
  .object({ address: url, secret: z.string().max(200), kind: z.enum(WEBHOOK_KINDS) })
  .refine(({ kind, secret }) => kind !== 'signed' || isSigningKey(secret))
  // The check also runs on an invalid address.
  .refine(({ kind, address }) => kind !== 'ntfy' || /[^/]/.test(URL.parse(address)?.pathname ?? ''));
const test = z.object({ way: z.enum(REMINDER_WAYS) });
const newReceipt = z.object({
  alarm: z.string().refine(isId),
  what: z.enum(['shown', 'done', 'snoozed']),
  at: z.number().refine(isInstant),
});

/** The routes of a user's reminder targets and receipts under /api/push: see domain/remind/push-api.ts. */
export function reminderRoutes(
  gateway: AuthGateway,
  reminders: Reminders,
  receiptRates = new Rates(RECEIPT_RATE),
): Hono {
  const app = new Hono();
  const { targets, receipts } = reminders;
  const held = new HeldBack(receiptRates);

  app.get('/', async (c) => c.json(await targets.state(await gateway.signedIn(c), Date.now())));

  app.put('/subscription', async (c) => {
    const who = await gateway.signedIn(c);
    const subscription = await bodyOf(c, newSubscription);
    const device = deviceName(c.req.header('user-agent'));
    return gateway.slowed(reminderLimits(who.user.id), async () =>
      c.json({ id: await targets.subscribe(who, subscription, device, Date.now()) }),
    );
  });

  app.delete('/subscription', async (c) => {
    const { user } = await gateway.signedIn(c);
    const { endpoint } = await bodyOf(c, oldSubscription);
    await targets.unsubscribe(user.id, endpoint);
    return c.json({});
  });

  app.put('/webhook', async (c) => {
    const { user } = await gateway.freshlySignedIn(c);
    const webhook = await bodyOf(c, newWebhook);
    return gateway.slowed(reminderLimits(user.id), async () => {
      await targets.saveWebhook(user.id, webhook);
      return c.json({});
    });
  });

  app.delete('/webhook', async (c) => {
    const { user } = await gateway.signedIn(c);
    await targets.removeWebhook(user.id);
    return c.json({});
  });

  app.post('/test', async (c) => {
    const { user } = await gateway.signedIn(c);
    const { way } = await bodyOf(c, test);
    return gateway.slowed(reminderLimits(user.id), async () => {
      const { failure } = await reminders.sendTest(way, user.id);
      return failure === null ? c.json({}) : c.json({ code: failure, message: FAILURES[failure] }, 502);
    });
  });

  app.get('/receipts', async (c) => {
    const { user } = await gateway.signedIn(c);
    await held.hold(user.id);
    const taskId = c.req.query('task') ?? null;
    if (taskId !== null && !isId(taskId)) return c.json(NOT_FOUND, 404);
    return c.json({ receipts: await receipts.list(spaceOf(user.id), taskId, Date.now()) });
  });

  app.post('/receipts', async (c) => {
    const { user } = await gateway.signedIn(c);
    await held.hold(user.id);
    const receipt = await bodyOf(c, newReceipt);
    const isNoted = await receipts.note(
      spaceOf(user.id),
      receipt,
      deviceName(c.req.header('user-agent')),
      Date.now(),
    );
    return isNoted ? c.json({}) : c.json(NOT_FOUND, 404);
  });

  app.route('/unsubscribe', unsubscribeRoutes(gateway, reminders));

  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}

async function bodyOf<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const bytes = await readBody(c, MAX_BODY_BYTES);
  if (bytes === null) throw new RejectedRequest(413, 'TOO_LARGE');
  const parsed = schema.safeParse(readJson(Buffer.from(bytes).toString('utf8')));
  if (!parsed.success) throw new RejectedRequest(400, 'WRONG_TARGET');
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** True for the key of a browser: a point of P-256. */
function isPoint(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(point);
    return point.length === 65;
  } catch {
    return false;
  }
}

function isSecret(text: string): boolean {
  return Buffer.from(text, 'base64url').length === 16;
}

/** Standard Webhooks: 24 to 64 bytes. */
function isSigningKey(secret: string): boolean {
  const key = secret.replace(/^whsec_/, '');
  const { length } = Buffer.from(key, 'base64');
  return /^[A-Za-z\d+/]+={0,2}$/.test(key) && length >= 24 && length <= 64;
}
