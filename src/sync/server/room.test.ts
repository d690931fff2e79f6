import { expect, test } from 'vitest';
import { spaceOf, type Actor } from '#src/domain/space.ts';
import { EFFECTS } from '#src/tables/effects.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { Patch, ServerMessage } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { addCollection, addTask } from '#src/sync/testing/samples.ts';
import { Erasing } from '#src/sync/server/history/erasing.ts';
import { OtherUsers } from './other-users.ts';
import { Connection } from './connection.ts';
import { Pace } from './pace.ts';
import { PART_SIZES } from './parts.ts';
import { PUSH_SIZES } from './push.ts';
import { Rates } from './rates.ts';
import { Room } from './room.ts';
import { WaitingInput } from './waiting-input.ts';

/** At this rate the next use is free after ten days. */
const SLOW = { burst: 2, perSecond: 1e-6 };
const SPACE = spaceOf('a space of two users');

/** A room of SPACE, as if both users could open it. */
function setUp(database: AppDatabase) {
  const pace = new Pace(new Rates(SLOW), new Rates(SLOW));
  const actors: Actor[] = [];
  const logged: object[] = [];
  const options = {
    database,
    log: { error: (details: object) => logged.push(details) },
    now: () => 1_000,
    ...PUSH_SIZES,
    ...PART_SIZES,
    pace,
    readPace: null,
    bus: null,
    follow: async (_tx: unknown, actor: Actor) => {
      actors.push(actor);
      return { rows: 0, committed: undefined };
    },
  };
  const room = new Room(SPACE, options, new WaitingInput(), new OtherUsers(), new Erasing(options));
  const connect = async (userId: string) => {
    const received: ServerMessage[] = [];
    const connection = new Connection(userId, {
      send: (text) => received.push(parseServerMessage(text)),
      close: () => {},
    });
    room.connections.add(connection);
    room.receive(connection, JSON.stringify(helloOf(userId, { effects: EFFECTS })));
    await room.idle();
    const push = async (...mutations: readonly Mutation[]) => {
      room.receive(connection, JSON.stringify(pushOf(mutations)));
      await room.idle();
    };
    return { received, push };
  };
  return { actors, connect, logged, pace };
}

describeEachEngine('two users in one space', (engine) => {
  test("write its rows in one order of versions, and each gets the other's writes", async () => {
    const database = await engine.open();
    const { actors, connect } = setUp(database);
    const ada = await connect('ada');
    const bob = await connect('bob');

    await ada.push(addCollection(1));
    await bob.push(addTask(2));

    const rows = await database.db.selectFrom('task').select(['space_id', 'version']).execute();
    expect(rows).toEqual([{ space_id: SPACE, version: 2 }]);
    expect(actors).toEqual([
      { userId: 'ada', spaceId: SPACE, source: 'Sunglow' },
      { userId: 'bob', spaceId: SPACE, source: 'Sunglow' },
    ]);
    expect(newest(ada.received)).toMatchObject({ from: 1, to: 2, rows: { task: [{ name: 'Task 2' }] } });
    expect(bob.received.filter(isPatch).map(({ to }) => to)).toContain(1);
  });

  test('have a pace each', async () => {
    const { connect, pace } = setUp(await engine.open());
    const ada = await connect('ada');
    await connect('bob');

    await ada.push(addCollection(1), addTask(2), addTask(3));

    expect(pace.isBehind('ada', null)).toBe(true);
    expect(pace.isBehind('bob', null)).toBe(false);
  });

  test('are told apart in the log, beside their space', async () => {
    const database = await engine.open();
    const { connect, logged } = setUp({
      ...database,
      transact: () => Promise.reject(new Error('the disk is full')),
    });
    const bob = await connect('bob');

    await bob.push(addCollection(1));

    expect(logged).toMatchObject([{ userId: 'bob', spaceId: SPACE }]);
  });
});

function isPatch(message: ServerMessage): message is Patch {
  return message.type === 'patch';
}

function newest(received: readonly ServerMessage[]): Patch | undefined {
  return received.findLast(isPatch);
}
