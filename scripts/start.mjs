// npm start: installs and builds what is missing or has changed, then runs the server.
import { build } from './build.mjs';
import { endWith, ensureInstalled, start } from './toolchain.mjs';

ensureInstalled();
const code = await build({ ifChanged: true });
if (code !== 0) {
  console.error('The web app could not be built; the reason stands above.');
  process.exit(code);
}
endWith(start('node', ['src/server/main.ts']));
