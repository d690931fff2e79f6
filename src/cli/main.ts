import { Files } from './files.ts';
import { takeProxyFrom } from './proxy.ts';
import { run } from './run.ts';

// The commands for tasks of `sunglow`, which ask a server by its API. Ctrl+C has its usual effect, so that the loop of a script ends too.
const unread = new AbortController();
const { stdin: input, stdout: out, stderr: err, env } = process;
// A reader such as `head` may close the pipe early. A command that changes tasks goes on.
for (const stream of [out, err])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
    if (stream === out) unread.abort();
  });
takeProxyFrom(env);
process.exitCode = await run(process.argv.slice(2), {
  files: new Files(env),
  out,
  err,
  input,
  env,
  signal: unread.signal,
});
