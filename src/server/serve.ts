import { SunglowError } from '#src/domain/errors.ts';
import { isThisMachine } from '#src/server/config/addresses.ts';
import { readConfig, type Config } from '#src/server/config/config.ts';
import { createLog, type Log } from './log.ts';
import type { Surroundings } from './assemble.ts';
import { startServer, type RunningServer } from './server.ts';

/** One Ctrl+C may arrive twice: from the terminal, and from npm which passes it on. Within this time (ms) it is one. */
const SAME_SIGNAL_MS = 1_000;

/** Makes this process a server, by its environment, until a signal ends it. */
export async function serve(surroundings: Omit<Surroundings, 'print'> = {}): Promise<void> {
  // What is made here, the database and its backups too, is nobody else's, whatever the folder's mode.
  process.umask(0o077);
  try {
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'an error nobody dealt with'));
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
    // Whoever presses Ctrl+C, or closes the terminal, waits for it.
    const stopped = signal === 'SIGTERM' ? server.leave() : server.stop();
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop as it should');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Browsers give pages without https neither storage that lasts nor locks between tabs, except on the own machine. */
function warnOfAddress({ host, publicUrl, isLocal }: Config, log: Log): void {
  if (publicUrl.startsWith('https:') || isLocal) return;
  if (isThisMachine(new URL(publicUrl).hostname))
    log.warn(
      `Others reach HOST ${host}, but PUBLIC_URL is not set: set it to the https address that they use.`,
    );
  else log.warn(`PUBLIC_URL ${publicUrl} is not https: browsers will not let Sunglow work there.`);
}

/** Sunglow has no https of its own. */
function warnOfNoProxyHeader({ publicUrl, trustedProxyHeader }: Config, log: Log): void {
  if (!publicUrl.startsWith('https:') || trustedProxyHeader !== null) return;
  log.warn(
    'PUBLIC_URL is https, so a proxy is before this server, but TRUSTED_PROXY_HEADER is not set: all users count as one address, and one who guesses passwords keeps everybody out.',
  );
}

/** What a public server cannot send, it does not offer. */
function warnOfNoDelivery({ isLocal, mail, sms }: Config, log: Log): void {
  if (isLocal) return;
  if (mail === null)
    log.warn('SMTP_URL is not set: no links to sign in with, no new password for whoever forgot theirs.');
  if (sms === null) log.warn('No settings for text messages: nobody can sign in by phone.');
}
