import { Files } from './files.ts';
import { takeProxyFrom } from './proxy.ts';
import { run } from './run.ts';
import { tell } from './session.ts';

// The commands for tasks of `sunglow`, which ask a server by its API. Ctrl+C has its usual effect, so that the loop of a script ends too.
const unread = new AbortController();
const { stdin: input, stdout: out, stderr: err, env } = process;
// A reader such as `head` may close the pipe early. A command that changes tasks goes on.
const CLOSED = ['EPIPE', 'ERR_STREAM_DESTROYED'];
for (const stream of [out, err])
  stream.on('error', ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) => {
    if (stream === out) unread.abort();
    if (CLOSED.includes(code) || process.exitCode === 1) return;
    process.exitCode = 1;
    tell({ err }, `The output cannot be written. (${code})`);
  });
takeProxyFrom(env);
const code = await run(process.argv.slice(2), {
  files: new Files(env),
  out,
  err,
  input,
  env,
  signal: unread.signal,
});
process.exitCode ||= code;
