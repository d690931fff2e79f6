#!/usr/bin/env node
// The command of the package: `sunglow` starts the server, `sunglow admin ...` is what `npm run admin -- ...` is elsewhere, and the
// other commands ask a server for tasks.

/** That of the project, on which everything is tested. */
const NODE_MAJOR = 26;

const [command, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  fail(
    `Sunglow needs Node.js ${NODE_MAJOR} or newer, and this is ${process.versions.node}. Get it from https://nodejs.org.`,
  );
} else if (command === undefined) {
  await import('../dist/server/main.js');
} else if (command === 'admin') {
  // It reads its command from behind the name of its own file.
  process.argv.splice(2, Infinity, ...args);
  await import('../dist/server/admin.js');
} else {
  await import('../dist/server/cli.js');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
