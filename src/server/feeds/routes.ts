import { Hono } from 'hono';
import { z } from 'zod';
import { isId } from '#src/domain/id.ts';
import { FEED_KINDS, FEED_NAME_LENGTH, FEED_SCOPES } from '#src/reading/feeds/feeds-api.ts';
import { feedLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { readFields } from '#src/server/auth/routes/read-fields.ts';
import { RejectedRequest, reject } from '#src/server/auth/routes/rejection.ts';
import { NOT_FOUND } from '#src/server/http/error-body.ts';
import { idInPath } from '#src/server/http/id-in-path.ts';
import { Rates, type Rate } from '#src/sync/server/rates.ts';
import { FEED_MINUTES, FeedsTooCostly, type FeedTexts } from './feed-text.ts';
import type { Feeds } from './feeds.ts';

/** How often programs may ask for one feed: a person who tries one asks some times. */
const FEED_RATE: Rate = { burst: 10, perSecond: 1 / 30 };
/** How often one address may ask: programs of big services ask for many users. */
const ADDRESS_RATE: Rate = { burst: 300, perSecond: 2 };

const newFeed = z
  .object({
    name: z
      .string()
      .refine((name) => name.isWellFormed())
      .trim()
      .min(1)
      .max(FEED_NAME_LENGTH)
      .regex(/^\P{Cc}*$/u),
    scope: z.enum(FEED_SCOPES),
    rowId: z.string().refine(isId).nullable(),
    kind: z.enum(FEED_KINDS),
  })
  .refine(({ scope, rowId }) => (scope === 'everything') === (rowId === null));

/** The routes of a user's feeds under FEEDS_API_PATH. */
export function feedRoutes(gateway: AuthGateway, feeds: Feeds): Hono {
  const app = new Hono();
  app.get('/', async (c) => {
    const { user } = await gateway.signedIn(c);
    return c.json({ feeds: await feeds.list(user.id) });
  });
  // A feed outlives the session that adds it.
  app.post('/', async (c) => {
    const { user } = await gateway.freshlySignedIn(c);
    const feed = await readFields(c, newFeed, () => 'WRONG_FEED');
    return gateway.slowed(feedLimits(user.id), async () => {
      const added = await feeds.add(user.id, feed, Date.now());
      return added ? c.json(added, 201) : reject(409, 'TOO_MANY_FEEDS');
    });
  });
  app.delete('/:id', async (c) => {
    const { user } = await gateway.signedIn(c);
    const isRevoked = await feeds.revoke(user.id, idInPath(c), Date.now());
    return isRevoked ? c.json({}) : c.json(NOT_FOUND, 404);
  });
  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}

/** The feeds themselves under FEED_PATH, for programs that have nothing but the address (rule X3). */
export function calendarRoutes(gateway: AuthGateway, feeds: Feeds, texts: FeedTexts): Hono {
  const app = new Hono();
  const [ofFeeds, ofAddresses] = [new Rates(FEED_RATE), new Rates(ADDRESS_RATE)];
  const paced = (rates: Rates, key: string) => {
    const waitMs = rates.waitFor(key, 1);
    if (waitMs > 0) return later(waitMs);
    rates.use(key, 1);
    return null;
  };

  app.get('/:file{[\\w-]{43}\\.ics}', async (c) => {
    const tooMany = paced(ofAddresses, gateway.address(c));
    if (tooMany) return tooMany;
    const feed = await feeds.find(c.req.param('file').slice(0, -'.ics'.length));
    if (!feed) return plain(404);
    const tooOften = paced(ofFeeds, feed.hash);
    if (tooOften) return tooOften;
    if (feed.revoked_at !== null) return plain(410);
    const now = Date.now();
    const has = (c.req.header('if-none-match') ?? '')
      .split(',')
      .map((mark) => mark.trim().replace(/^W\//, ''));
    const read = await texts.read(feed, has, now);
    if (!read) return plain(410);
    await feeds.noteFetch(feed, now);
    const headers = {
      etag: read.etag,
      'cache-control': `private, max-age=${(FEED_MINUTES * 60) / 4}`,
      'x-robots-tag': 'noindex',
    };
    if (read.text === null) return new Response(null, { status: 304, headers });
    return new Response(read.text, {
      headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
    });
  });
  app.all('*', () => plain(404));
  app.onError((error) => {
    if (error instanceof FeedsTooCostly) return later(error.waitMs);
    throw error;
  });
  return app;
}

const WORDS = {
  404: 'There is no such feed.',
  410: 'This feed is over.',
  429: 'Too many requests. Ask again later.',
} as const;

function later(waitMs: number): Response {
  return plain(429, { 'retry-after': String(Math.ceil(waitMs / 1_000)) });
}

function plain(status: keyof typeof WORDS, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${WORDS[status]}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}
