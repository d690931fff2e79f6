// A thread in which passwords are hashed (password-threads.ts). It is JavaScript, as it lies beside the built server as it is.
import { scryptSync } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// A hash keeps a core busy for a third of a second, and whoever answers others is to come before it. The lowest priority of all
// would keep others from signing in to a busy machine. On Linux it is the thread's own; elsewhere it would be the whole server's
// (setpriority(2), "C library/kernel differences").
if (process.platform === 'linux') {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it, as systemd's group of calls @resources does: hashes are as right without it.
  }
}

parentPort?.on('message', ({ password, salt, length, options }) => {
  parentPort?.postMessage(scryptSync(password, salt, length, options));
});
