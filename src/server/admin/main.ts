import { createInterface } from 'node:readline/promises';

import { SunglowError } from '#src/domain/errors.ts';
import { parseCommand } from './command-line.ts';
import { runCommand } from './commands.ts';
import { readConfig } from '#src/server/config/config.ts';

// Only the owner can read new files, such as the database and its backups, also in an open folder.
process.umask(0o077);

// npm run admin: commands for operators, also beside a running server.
try {
  const command = parseCommand(process.argv.slice(2));
  if (typeof command === 'string') {
    process.stdout.write(command);
  } else {
    await runCommand(command, {
      config: readConfig(process.env),
      print: (line) => process.stdout.write(`${line}\n`),
      ask,
    });
  }
} catch (error) {
  if (!(error instanceof SunglowError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** The user's answer; '' without a terminal. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
  });
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}
