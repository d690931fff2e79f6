import { Files } from './files.ts';
import { run } from './run.ts';

// The commands for tasks of `sunglow`, which ask a server by its API.
const ended = new AbortController();
process.once('SIGINT', () => ended.abort());
// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const { stdin: input, stdout: out, env } = process;
process.exitCode = await run(
  process.argv.slice(2),
  { files: new Files(env), out, input, env, signal: ended.signal },
  (text) => process.stderr.write(`${text}\n`),
);
