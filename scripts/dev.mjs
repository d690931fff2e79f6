// npm run dev: the server with Vite in front, which reloads the browser when the web app's sources change.
import { ensureInstalledToServe } from './install.mjs';
import { start } from './toolchain.mjs';

const VITE_PORT = '5173';
const port = process.env.PORT || '8080';

ensureInstalledToServe();
const server = start('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  // Browsers reach the server through Vite, so requests come from its address.
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
