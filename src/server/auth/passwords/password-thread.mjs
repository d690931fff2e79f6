// A thread that hashes passwords (password-threads.ts). It is JavaScript, since it is copied unchanged beside
// the built server.
import { scryptSync } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// A hash keeps a core busy for a third of a second, and answering requests goes first. The lowest priority
// would keep users from signing in on a busy machine. On Linux the priority is the thread's own; elsewhere it
// would be the whole server's (setpriority(2), "C library/kernel differences").
if (process.platform === 'linux') {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid the call, as systemd's group @resources does. Hashing works without it.
  }
}

parentPort?.on('message', ({ password, salt, length, options }) => {
  parentPort?.postMessage(scryptSync(password, salt, length, options));
});
