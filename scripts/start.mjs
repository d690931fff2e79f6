// npm start: installs missing packages, builds missing or changed parts, then runs the server.
import { build } from './build.mjs';
import { ensureInstalledToServe } from './install.mjs';
import { endWith, SERVER_ARGS, start } from './toolchain.mjs';

ensureInstalledToServe();
const code = await build({ ifChanged: true });
if (code !== 0) {
  console.error('Building Sunglow failed; see the error above.');
  process.exit(code);
}
endWith(start('node', SERVER_ARGS));
