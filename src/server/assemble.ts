import { fileURLToPath } from 'node:url';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { createApp } from './app.ts';
import { actorOf } from '#src/domain/space.ts';
import { createAuth } from '#src/server/auth/auth.ts';
import { findDeletedSince, sweepDeletedUser } from '#src/server/auth/deleted-users.ts';
import { signInMethodsOf } from '#src/server/auth/offered-methods.ts';
import { Background } from './background.ts';
import { openBus } from '#src/server/bus/open-bus.ts';
import { clientAddress } from '#src/server/auth/client-address.ts';
import { EmailChange } from '#src/server/auth/email-change.ts';
import { KnownDevices } from '#src/server/auth/sessions/known-devices.ts';
import { Invitations } from '#src/server/auth/invitations.ts';
import type { ScryptCost } from '#src/server/auth/passwords/password-hash.ts';
import { Passwords, storeRenewal } from '#src/server/auth/passwords/passwords.ts';
import { Sessions } from '#src/server/auth/sessions/sessions.ts';
import { Throttle } from '#src/server/auth/limits/throttle.ts';
import { ConfigError, type Config } from '#src/server/config/config.ts';
import { takeDataDirectory } from '#src/server/db/data-directory.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { createDelivery } from '#src/server/delivery/create-delivery.ts';
import type { Log } from '#src/server/log/log.ts';
import { outOfLogContext } from '#src/server/log/log-context.ts';
import type { Metrics } from '#src/server/metrics/metrics.ts';
import { photoStore } from '#src/server/photos/open-photo-store.ts';
import { Photos } from '#src/server/photos/photos.ts';
import { Reminders } from '#src/server/reminders/reminders.ts';
import { SendBuffers } from '#src/server/sync/send-buffers.ts';
import { SocketLimits } from '#src/server/sync/socket-limits.ts';
import { StaticFiles } from '#src/server/http/static-files.ts';
import { SyncSockets } from '#src/server/sync/sync-socket.ts';
import { AccessTokens } from '#src/server/tokens/access-tokens.ts';
import { openTracing } from '#src/server/tracing/open-tracing.ts';
import { Webhooks } from '#src/server/webhooks/webhooks.ts';
import type { Bus } from '#src/sync/server/bus.ts';
import { PART_SIZES } from '#src/sync/server/parts.ts';
import { PUSH_SIZES } from '#src/sync/server/push.ts';
import { Hub } from '#src/sync/server/hub.ts';
import type { RoomOptions } from '#src/sync/server/room.ts';
import { mutationRate, NETWORK_READ_RATE, networkRate, Pace, READ_RATE } from '#src/sync/server/pace.ts';
import { Rates } from '#src/sync/server/rates.ts';

const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));

/**
 * The most memory that waits for all slow readers together. In addition, a server of 10,000 devices takes
 * about 300 MB.
 */
const MAX_WAITING_BYTES = 128 * 1_048_576;

export interface Surroundings {
  /** Folder of the built web app. */
  readonly web?: string | undefined;
  /** Shows a message to the operator who started the server. */
  readonly print?: (line: string) => void;
  /** The cost of hashing a password. Only tests lower it. */
  readonly passwordCost?: ScryptCost;
}

/**
 * Builds the parts of a server from `config`. `undo` collects the steps that take them apart. Throws a
 * SunglowError.
 */
export async function assemble(
  config: Config,
  log: Log,
  { web = WEB, print = () => {}, passwordCost }: Surroundings,
  undo: AsyncDisposableStack,
) {
  const secret = config.databaseUrl === null ? holdDataDirectory(config, undo) : config.authSecret;
  if (secret === null) throw new ConfigError('AUTH_SECRET must be set when DATABASE_URL is.');
  await migrateAtLeisure(config);
  const tracing = await openTracing(config.tracesUrl);
  undo.defer(async () => tracing?.stop());
  const database = openDatabase({
    ...config,
    // The connection outlives the request that opened it, so the line names no request.
    onError: (error) =>
      outOfLogContext(() => log.error({ err: error }, 'a connection to the database was lost')),
    onStatement: tracing ? (sql, ms, hasFailed) => tracing.statement(sql, ms, hasFailed) : undefined,
  });
  undo.defer(() => database.close());

  const delivery = await createDelivery(config, print);
  const background = new Background(log);
  undo.defer(() => background.end());
  const inBackground = (work: Promise<unknown>) => background.add(work);
  const throttle = new Throttle(database);
  const passwords = new Passwords({
    cost: passwordCost,
    onRenewal: (renewal) => inBackground(storeRenewal(database, renewal)),
  });
  const photos = new Photos({ store: photoStore(config), database, inBackground });
  const onSessionEnd = (id: string) => sockets.endSession(id);
  const auth = createAuth({
    ...config,
    database,
    secret,
    delivery,
    log,
    throttle,
    passwords,
    onSessionEnd,
    onUserDelete: (id, image) => {
      sockets.endUser(id);
      photos.discard(image);
    },
    inBackground,
  });
  const sessions = new Sessions(auth, database, onSessionEnd);
  const metrics = config.metrics && (await openMetrics(() => sockets.size));
  const observer = metrics ?? undefined;
  const trace: RoomOptions['trace'] = tracing ? (type, answer) => tracing.run(type, {}, answer) : undefined;
  const bus = await startBus(config, log, metrics, undo);
  const pace = new Pace(
    new Rates(mutationRate(config.mutationRate)),
    new Rates(networkRate(config.mutationRate)),
  );
  const readPace = new Pace(new Rates(READ_RATE), new Rates(NETWORK_READ_RATE));
  const reminders = new Reminders({
    ...config,
    database,
    delivery,
    secret,
    log,
    observer,
    mailFrom: config.mail?.from ?? null,
    change: async (userId, mutations) => {
      await hub.change(actorOf(userId, 'Reminder'), mutations);
    },
  });
  const webhooks = new Webhooks({
    ...config,
    database,
    delivery,
    secret,
    log,
    inBackground,
    post: (userId, address, request) => reminders.senders.post(userId, address, request),
    now: Date.now,
    elapsed: () => performance.now(),
  });
  const hub: Hub = new Hub({
    database,
    log,
    now: Date.now,
    ...PUSH_SIZES,
    follow: webhooks.following(reminders.follow),
    ...PART_SIZES,
    pace,
    readPace,
    bus,
    observer,
    trace,
  });
  const sockets = new SyncSockets({
    ...config,
    hub,
    sessions,
    deletedUsers: (since) => findDeletedSince(database, since),
    sweep: (userId) => sweepDeletedUser(database, userId),
    inBackground,
    limits: new SocketLimits(),
    buffers: new SendBuffers(MAX_WAITING_BYTES),
    log,
  });
  const app = createApp({
    ...config,
    auth,
    sessions,
    photos,
    reminders,
    webhooks,
    invitations: new Invitations(database),
    tokens: new AccessTokens(database),
    api: { hub, pace, readPace },
    delivery,
    emailChange: new EmailChange({ ...config, database, delivery, inBackground }),
    devices: new KnownDevices({ ...config, database, delivery, inBackground }),
    database,
    inBackground,
    log,
    throttle,
    passwords,
    methods: signInMethodsOf(config, delivery),
    files: new StaticFiles(web, config.publicUrl),
    addressOf: (c) => addressOf(c, config.trustedProxyHeader),
    isDraining: () => sockets.isDraining,
  });
  inBackground(warnOfUnreadableWebhooks(reminders, log));
  return { app, database, sockets, reminders, webhooks, metrics, tracing };
}

async function warnOfUnreadableWebhooks({ targets }: Reminders, log: Log): Promise<void> {
  if (await targets.hasUnreadableWebhooks())
    log.warn(
      'AUTH_SECRET has changed since webhooks were saved: they cannot be read, and their users have to save them again. Set the former secret, if you still have it.',
    );
}

/** Migrates without time limits, as a migration of many rows takes longer than any other statement. */
async function migrateAtLeisure(config: Config): Promise<void> {
  const database = openDatabase({ ...config, limits: null });
  try {
    await migrate(database.db, database.engine);
  } finally {
    await database.close();
  }
}

/** Loads the metrics only on servers that offer them. */
async function openMetrics(connections: () => number): Promise<Metrics> {
  const { Metrics } = await import('#src/server/metrics/metrics.ts');
  return new Metrics(connections);
}

async function startBus(
  config: Config,
  log: Log,
  metrics: Metrics | null,
  undo: AsyncDisposableStack,
): Promise<Bus | null> {
  const bus = openBus(config, log, (seconds) => metrics?.returned(seconds));
  if (bus === null) return null;
  await bus.start();
  undo.defer(() => bus.stop());
  return bus;
}

/** Takes the folder for this process. Returns the secret that signs. */
function holdDataDirectory(config: Config, undo: AsyncDisposableStack): string {
  const directory = takeDataDirectory(config.dataDir);
  undo.defer(() => directory.release());
  return config.authSecret ?? directory.secret();
}

function addressOf(c: Context, proxyHeader: string | null): string {
  const fromProxy = proxyHeader === null ? null : (c.req.header(proxyHeader) ?? null);
  return clientAddress(getConnInfo(c).remote.address, fromProxy);
}
