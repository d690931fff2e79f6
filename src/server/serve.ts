import { SunglowError } from '#src/domain/errors.ts';
import { isThisMachine } from '#src/server/config/addresses.ts';
import { readConfig, type Config } from '#src/server/config/config.ts';
import { createLog, type Log } from '#src/server/log/log.ts';
import type { Surroundings } from './assemble.ts';
import { startServer, type RunningServer } from './server.ts';

/**
 * One Ctrl+C may arrive twice: from the terminal, and from npm, which passes it on. Signals within this time
 * (ms) count once.
 */
const SAME_SIGNAL_MS = 1_000;

/** Runs a server in this process, with the settings of its environment, until a signal ends it. */
export async function serve(surroundings: Omit<Surroundings, 'print'> = {}): Promise<void> {
  // Only the owner can read new files, such as the database and its backups, also in an open folder.
  process.umask(0o077);
  try {
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled error'));
    const server = await startServer(config, log, { ...surroundings, print });
    stopOnSignal(server, log);
    warnOfAddress(config, log);
    warnOfNoProxyHeader(config, log);
    warnOfNoDelivery(config, log);
    print(`Sunglow is running at ${config.publicUrl}`);
  } catch (error) {
    if (!(error instanceof SunglowError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function stopOnSignal(server: RunningServer, log: Log): void {
  let first: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (first !== null) {
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    first = performance.now();
    // A user who presses Ctrl+C, or closes the terminal, waits for the end. SIGTERM leaves time to move
    // devices.
    const stopped = signal === 'SIGTERM' ? server.leave() : server.stop();
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'failed to stop the server');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Without https, browsers give pages no lasting storage and no locks between tabs, except on this machine.
 */
function warnOfAddress({ host, publicUrl, isLocal }: Config, log: Log): void {
  if (publicUrl.startsWith('https:') || isLocal) return;
  if (isThisMachine(new URL(publicUrl).hostname))
    log.warn(
      `Others reach HOST ${host}, but PUBLIC_URL is not set: set it to the https address that they use.`,
    );
  else log.warn(`PUBLIC_URL ${publicUrl} is not https: browsers will not let Sunglow work there.`);
}

/** Sunglow itself has no https, so a public https address means a proxy. */
function warnOfNoProxyHeader({ publicUrl, trustedProxyHeader }: Config, log: Log): void {
  if (!publicUrl.startsWith('https:') || trustedProxyHeader !== null) return;
  log.warn(
    'PUBLIC_URL is https, so a proxy is before this server, but TRUSTED_PROXY_HEADER is not set: all users count as one address, and a single person who guesses passwords keeps everybody out.',
  );
}

/** A public server offers no feature that needs messages it cannot send. */
function warnOfNoDelivery({ isLocal, mail, sms }: Config, log: Log): void {
  if (isLocal) return;
  if (mail === null) log.warn('SMTP_URL is not set: users get no sign-in links, and cannot reset passwords.');
  if (sms === null) log.warn('No settings for text messages: users cannot sign in by phone.');
}
