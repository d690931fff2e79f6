import { Hono, type Context, type MiddlewareHandler } from 'hono';

import { BACK_PATH, SYNC_PATH } from '#src/domain/between-paths.ts';
import { FEED_PATH, FEEDS_API_PATH } from '#src/reading/feeds/feeds-api.ts';
import { HISTORY_PATH } from '#src/reading/history/history.ts';
import { PUSH_PATH } from '#src/reading/remind/push-api.ts';
import { TOKENS_PATH } from '#src/domain/identity/access-token.ts';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import type { Auth } from '#src/server/auth/auth.ts';
import { authRoutes } from '#src/server/auth/routes/auth-routes.ts';
import type { EmailChange } from '#src/server/auth/email-change.ts';
import type { Invitations } from '#src/server/auth/invitations.ts';
import type { KnownDevices } from '#src/server/auth/sessions/known-devices.ts';
import { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { reject } from '#src/server/auth/routes/rejection.ts';
import type { Passwords } from '#src/server/auth/passwords/passwords.ts';
import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { Throttle } from '#src/server/auth/limits/throttle.ts';
import type { Config } from '#src/server/config/config.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { storageProblem } from '#src/server/db/storage-problem.ts';
import { WriteProbe } from '#src/server/db/write-probe.ts';
import { CANNOT_STORE, INTERNAL, NOT_FOUND } from '#src/server/http/error-body.ts';
import { databaseFailure, healthRoutes } from '#src/server/http/health.ts';
import { FeedTexts } from '#src/server/feeds/feed-text.ts';
import { Feeds } from '#src/server/feeds/feeds.ts';
import { calendarRoutes, feedRoutes } from '#src/server/feeds/routes.ts';
import { historyRoutes } from '#src/server/history/routes.ts';
import type { Log } from '#src/server/log/log.ts';
import { loggedPath } from '#src/server/log/logged-path.ts';
import { ownPhotoRoutes, photoRoutes } from '#src/server/photos/photo-routes.ts';
import type { Photos } from '#src/server/photos/photos.ts';
import { reminderRoutes } from '#src/server/reminders/routes.ts';
import { UNSUBSCRIBE_PATH } from '#src/domain/identity/mail-link.ts';
import { oneClickRoutes } from '#src/server/reminders/unsubscribe-routes.ts';
import type { Reminders } from '#src/server/reminders/reminders.ts';
import { securityHeaders } from '#src/server/http/security-headers.ts';
import { logSecurity } from '#src/server/auth/security-log.ts';
import { slowRejections } from '#src/server/http/slow-rejections.ts';
import { plainSync } from '#src/server/sync/plain-sync.ts';
import { docsPage } from '#src/server/api/docs-page.ts';
import { ENDPOINTS } from '#src/server/api/endpoints.ts';
import { DOCS_PATH } from '#src/server/api/problem.ts';
import type { ApiOptions } from '#src/server/api/door.ts';
import { API_PATH, apiRoutes } from '#src/server/api/routes.ts';
import { Turns } from '#src/server/api/turns.ts';
import { MCP_PATH, mcpRoutes } from '#src/server/mcp/routes.ts';
import { tokenRoutes } from '#src/server/tokens/routes.ts';
import type { AccessTokens } from '#src/server/tokens/access-tokens.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import { WEBHOOKS_PATH } from '#src/reading/webhooks/webhooks-api.ts';
import { webhookRoutes } from '#src/server/webhooks/routes.ts';
import type { Webhooks } from '#src/server/webhooks/webhooks.ts';
import { RequestAborted } from '#src/server/http/read-body.ts';
import type { StaticFiles } from '#src/server/http/static-files.ts';
import { WaitingInput } from '#src/sync/server/waiting-input.ts';

export interface AppOptions {
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly emailChange: EmailChange;
  readonly photos: Photos;
  readonly reminders: Reminders;
  readonly webhooks: Webhooks;
  readonly webhookAllowPrivate: boolean;
  readonly invitations: Invitations;
  readonly tokens: AccessTokens;
  readonly api: Pick<ApiOptions, 'hub' | 'pace' | 'readPace'>;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly throttle: Throttle;
  readonly passwords: Passwords;
  readonly methods: SignInMethods;
  readonly database: AppDatabase;
  readonly files: StaticFiles;
  readonly publicUrl: string;
  readonly hsts: Config['hsts'];
  readonly allowedOrigins: readonly string[];
  readonly addressOf: (context: Context) => string;
  readonly inBackground: (work: Promise<unknown>) => void;
  /** True when the server is about to stop. */
  readonly isDraining: () => boolean;
  readonly log: Log;
}

/** Everything the server answers over HTTP. The socket at /api/sync is not part of it (see sync-socket.ts). */
export function createApp(options: AppOptions): Hono {
  const { files, log } = options;
  const app = new Hono();

  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    log.info({ method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms }, 'request');
  });
  app.use(securityHeaders(options));

  const probe = new WriteProbe(options.database);
  app.route('/', healthRoutes({ ...options, probe }));
  // The guards below are for requests with a session.
  const doors = { ...options, ...options.api, probe, turns: new Turns(), bodies: new WaitingInput() };
  app.route(API_PATH, apiRoutes(doors));
  app.route(MCP_PATH, mcpRoutes(doors));
  app.get(DOCS_PATH, (c) => c.html(docsPage(ENDPOINTS, options.publicUrl)));
  const guards = [
    slowRejections(options),
    logSecurity(options),
    neverStored,
    tellDatabaseFailures(options.database, probe),
  ];
  app.use(`${FEED_PATH}/*`, tellDatabaseFailures(options.database, probe));
  for (const guard of guards) for (const path of ['/api/*', `${UNSUBSCRIBE_PATH}/*`]) app.use(path, guard);
  app.use('/api/*', fromOurPages(options.allowedOrigins));
  const gateway = new AuthGateway(options);
  app.route('/api/auth', authRoutes(gateway, options));
  app.route('/api/account', ownPhotoRoutes(gateway, options.photos));
  app.route(TOKENS_PATH, tokenRoutes(gateway, options));
  app.route(WEBHOOKS_PATH, webhookRoutes(gateway, options));
  app.route(HISTORY_PATH, historyRoutes(gateway, options.database));
  const feeds = new Feeds(options.database, options.publicUrl);
  app.route(FEEDS_API_PATH, feedRoutes(gateway, feeds));
  app.route(FEED_PATH, calendarRoutes(gateway, feeds, new FeedTexts(options.database)));
  app.route(PUSH_PATH, reminderRoutes(gateway, options.reminders));
  app.route(UNSUBSCRIBE_PATH, oneClickRoutes(gateway, options.reminders));
  app.route('/photos', photoRoutes(options.photos));
  app.all(SYNC_PATH, plainSync(log));
  // A browser that reaches this address has passed the proxy's own sign-in page.
  app.get(BACK_PATH, (c) => c.redirect('/app', 303));
  app.all('/api/*', notFound);
  app.all('/api', notFound);
  app.get('*', (c) => files.answer(c));

  app.notFound(notFound);
  app.onError((error, c) => {
    if (error instanceof RequestAborted) {
      log.info({ err: error, method: c.req.method, path: loggedPath(c.req.path) }, 'request aborted');
      return c.json({ code: error.code, message: error.message }, 400);
    }
    log.error({ err: error, method: c.req.method, path: loggedPath(c.req.path) }, 'request failed');
    return c.json(INTERNAL, 500);
  });
  return app;
}

/** Better Auth's statuses when it could not store. It hides the error itself. */
const MASKS: readonly number[] = [500, 422];

/**
 * Turns answers that failed because of the database into 503: the client may ask again later, or ask another
 * server.
 */
function tellDatabaseFailures({ storage }: AppDatabase, probe: WriteProbe): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    if (!MASKS.includes(c.res.status)) return;
    const problem = storageProblem(c.error) ?? storage.problemSince(start);
    const body =
      problem !== null ? CANNOT_STORE[problem] : c.res.status === 500 && (await databaseFailure(probe));
    if (body) c.res = c.json(body, 503);
  };
}

/** Data of a user stays in no cache, neither in the browser nor in a proxy. */
const neverStored: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('cache-control', 'no-store');
};

const READS: readonly string[] = ['GET', 'HEAD'];

/** Accepts changes only from our own pages. Browsers name the page in `Origin`, and no page can forge it. */
function fromOurPages(allowedOrigins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (READS.includes(c.req.method) || allowedOrigins.includes(origin ?? '')) return next();
    return reject(403, origin === undefined ? 'MISSING_OR_NULL_ORIGIN' : 'INVALID_ORIGIN');
  };
}

function notFound(c: Context): Response {
  return c.json(NOT_FOUND, 404);
}
