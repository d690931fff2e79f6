// npm run dev: the server and, before it, Vite, which reloads the browser as the web app's sources change.
import { ensureInstalledToServe } from './install.mjs';
import { start } from './toolchain.mjs';

const VITE_PORT = '5173';
const port = process.env.PORT || '8080';

ensureInstalledToServe();
const server = start('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  // Browsers reach it through Vite, so that is where its requests come from.
  env: { PORT: port, PUBLIC_URL: `http://localhost:${VITE_PORT}` },
});
const vite = start('vite', ['--port', VITE_PORT, '--strictPort', '--clearScreen', 'false'], {
  env: { SUNGLOW_SERVER: `http://localhost:${port}` },
});

const children = [server, vite];
const stop = (signal) => children.forEach((child) => child.kill(signal));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 1;
    stop('SIGTERM');
  });
}
