import { SunglowError } from '#src/domain/errors.ts';
import { readConfig, type Config } from '#src/server/config.ts';
import { createLog, type Log } from '#src/server/log.ts';
import { startServer, type RunningServer } from '#src/server/server.ts';

/** One Ctrl+C may arrive twice: from the terminal, and from npm which passes it on. Within this time (ms) it is one. */
const SAME_SIGNAL_MS = 1_000;

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'an error nobody dealt with'));
  const server = await startServer(config, log);
  stopOnSignal(server, log);
  warnOfPlainHttp(config, log);
  process.stdout.write(`Sunglow is running at ${config.publicUrl}\n`);
} catch (error) {
  if (!(error instanceof SunglowError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function stopOnSignal(server: RunningServer, log: Log): void {
  let first: number | null = null;
  const stop = () => {
    if (first !== null) {
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    first = performance.now();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop as it should');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

/** Browsers give pages without https neither storage that lasts nor locks between tabs, except on the own machine. */
function warnOfPlainHttp({ publicUrl }: Config, log: Log): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/.test(hostname)) return;
  log.warn(`PUBLIC_URL ${publicUrl} is not https: browsers will not let Sunglow work there.`);
}
