import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { LIMITS } from '#src/domain/limits.ts';
import { newId } from '#src/domain/id.ts';
import { MAX_BATCH, MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import { pushOf } from '#src/sync/testing/frames.ts';
import type { Account } from '#src/sync/testing/node-device.ts';
import {
  ABUSER_HEADERS,
  endOfPage,
  greet,
  greetWithCollection,
  mutation,
  pullFrom,
  push,
  repeat,
  tasksIn,
} from './abuse-socket.ts';
import {
  addCollectionsWithoutEnd,
  moveWithoutEnd,
  noteWithoutEnd,
  renameWithoutEnd,
  stepWithoutEnd,
  tellReceiptsWithoutEnd,
} from './dear-work.ts';
import {
  moveAlarmsWithoutEnd,
  remindUpgradingWithoutEnd,
  remindWithoutEnd,
  travelWithoutEnd,
} from './dear-reminders.ts';
import {
  addByTokenWithoutEnd,
  exportByTokenWithoutEnd,
  searchByAgentWithoutEnd,
  searchByTokenWithoutEnd,
} from './dear-tokens.ts';

export type AbuserName =
  | 'pulls'
  | 'passwords'
  | 'long-tasks'
  | 'rejected'
  | 'dear-rules'
  | 'tree-moves'
  | 'collections'
  | 'label-renames'
  | 'huge-notes'
  | 'receipts'
  | 'zones'
  | 'alarms'
  | 'reminders'
  | 'upgrades'
  | 'token-searches'
  | 'token-writes'
  | 'token-exports'
  | 'agents';

/** The actions of the others meanwhile: writing tasks, or signing in by password. */
export type Others = 'writes' | 'sign-ins';

/** A user who takes all that a server gives. */
export interface Abuser {
  readonly name: AbuserName;
  readonly what: string;
  readonly others: readonly Others[];
  /**
   * Prepares everything before the measurement. The returned function runs without end, and calls `answered`
   * for each answer.
   */
  readonly prepare: (account: Account) => Promise<(answered: () => void) => void>;
}

export const ABUSERS: readonly Abuser[] = [
  {
    name: 'pulls',
    what: 'four sockets that load 5,000 tasks, each again and again',
    others: ['writes'],
    prepare: pullWithoutEnd,
  },
  {
    name: 'passwords',
    what: '16 requests at a time to change the password, with a wrong one',
    others: ['writes', 'sign-ins'],
    prepare: guessWithoutEnd,
  },
  {
    name: 'long-tasks',
    what: '1,000 tasks with the longest description added and deleted, again and again',
    others: ['writes'],
    prepare: fillWithoutEnd,
  },
  {
    name: 'rejected',
    what: 'edits of tasks that there are not, 500 in a push, 15 pushes waiting',
    others: ['writes'],
    prepare: failWithoutEnd,
  },
  {
    name: 'dear-rules',
    what: '500 steps in a push, of rules that never come or count from the year 1',
    others: ['writes'],
    prepare: stepWithoutEnd,
  },
  {
    name: 'tree-moves',
    what: '500 moves in a push, of a tree of 10,000 tasks',
    others: ['writes'],
    prepare: moveWithoutEnd,
  },
  {
    name: 'collections',
    what: '500 collections in a push added beside 4,000, and deleted',
    others: ['writes'],
    prepare: addCollectionsWithoutEnd,
  },
  {
    name: 'label-renames',
    what: '500 labels in a push renamed, of 1,000',
    others: ['writes'],
    prepare: renameWithoutEnd,
  },
  {
    name: 'huge-notes',
    what: 'the longest notes of 20 tasks written, again and again',
    others: ['writes'],
    prepare: noteWithoutEnd,
  },
  {
    name: 'receipts',
    what: '16 receipts at a time, of reminders that there are not',
    others: ['writes'],
    prepare: tellReceiptsWithoutEnd,
  },
  {
    name: 'zones',
    what: 'another time zone again and again, with 20,000 timed tasks that remind',
    others: ['writes'],
    prepare: travelWithoutEnd,
  },
  {
    name: 'alarms',
    what: '500 tasks with 19 reminders each, moved to another day in a push again and again',
    others: ['writes'],
    prepare: moveAlarmsWithoutEnd,
  },
  {
    name: 'reminders',
    what: '500 reminders in a push that are due at once, for a webhook that takes them',
    others: ['writes'],
    prepare: remindWithoutEnd,
  },
  {
    name: 'upgrades',
    what: '500 reminders in a push that are due at once, for a webhook that answers with another protocol',
    others: ['writes'],
    prepare: remindUpgradingWithoutEnd,
  },
  {
    name: 'token-searches',
    what: '32 requests of a token at a time, each a search among 5,000 tasks that finds none',
    others: ['writes'],
    prepare: searchByTokenWithoutEnd,
  },
  {
    name: 'token-writes',
    what: '32 requests of a token at a time, each adding a task',
    others: ['writes'],
    prepare: addByTokenWithoutEnd,
  },
  {
    name: 'token-exports',
    what: '32 requests of a token at a time, each exporting 5,000 tasks as iCalendar',
    others: ['writes'],
    prepare: exportByTokenWithoutEnd,
  },
  {
    name: 'agents',
    what: '32 calls of an agent at a time, each a search among 5,000 tasks that finds none',
    others: ['writes'],
    prepare: searchByAgentWithoutEnd,
  },
];

const SOCKETS = 4;
const TASKS = 5_000;
/** One less than the server's limit per device. */
const IN_FLIGHT = 15;
const REQUESTS = 16;
const LONG_TASKS = 1_000;
const LONGEST = LIMITS.taskDescription;
/** The number of long tasks in one frame, with some room for their other fields. */
const LONG_TASKS_IN_A_FRAME = Math.floor(MAX_FRAME_BYTES / (LONGEST + 500));

async function pullWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const { socket: first, collectionId } = await greetWithCollection(account);
  for (let sent = 0; sent < TASKS; sent += MAX_BATCH) await push(first, tasksIn(collectionId, MAX_BATCH));
  first.close();
  const sockets: WebSocket[] = [];
  for (let n = 0; n < SOCKETS; n++) sockets.push(await greet(account));
  return (answered) => {
    // While a device loads, the server does not answer a pull from anywhere but its page.
    for (const socket of sockets)
      repeat(socket, (answer) => pullFrom(answer ? endOfPage(answer) : 0), answered, 1);
  };
}

/** After ten tries the server answers with 429, which counts too. */
async function guessWithoutEnd({ url, cookie }: Account): Promise<(answered: () => void) => void> {
  const headers = { ...ABUSER_HEADERS, cookie, origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({
    currentPassword: 'not the password at all',
    newPassword: 'a horse of another colour',
  });
  const guess = async () => {
    const response = await fetch(`${url}/api/auth/change-password`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 400 && response.status !== 429) throw new Error(`${response.status} ${text}`);
  };
  // The first request of this process has costs of its own, which are no work of the server.
  await Promise.all(Array.from({ length: REQUESTS }, async () => (await fetch(`${url}/healthz`)).text()));
  return (answered) => {
    for (let i = 0; i < REQUESTS; i++) {
      void (async () => {
        for (;;) {
          await guess();
          answered();
        }
      })();
    }
  };
}

async function fillWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const { socket, collectionId } = await greetWithCollection(account);
  // A text that no database can compress.
  const description = randomBytes(LONGEST).toString('base64').slice(0, LONGEST);
  return (answered) => {
    void (async () => {
      for (;;) {
        const tasks = tasksIn(collectionId, LONG_TASKS, description);
        for (let i = 0; i < LONG_TASKS; i += LONG_TASKS_IN_A_FRAME) {
          await push(socket, tasks.slice(i, i + LONG_TASKS_IN_A_FRAME));
          answered();
        }
        const deletions = tasks.map(({ args: { id, at } }) => mutation('task.delete', { id, at }));
        for (let i = 0; i < LONG_TASKS; i += MAX_BATCH) {
          await push(socket, deletions.slice(i, i + MAX_BATCH));
          answered();
        }
      }
    })();
  };
}

async function failWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const socket = await greet(account);
  const edit = () => mutation('task.edit', { id: newId(), changes: { name: 'Nothing' }, at: Date.now() });
  const edits = () => JSON.stringify(pushOf(Array.from({ length: MAX_BATCH }, edit)));
  return (answered) => repeat(socket, edits, answered, IN_FLIGHT);
}
