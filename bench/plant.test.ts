import { afterAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { openDevice, until } from '#src/sync/testing/node-device.ts';
import { COLLECTION, plantTasks } from './plant-tasks.ts';
import { plantUsers } from './plant-users.ts';

const SECRET = 'a secret of more than thirty-two characters';

describeEachEngine('a planted installation', (engine) => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  test('is as after signing up and single pushes', async () => {
    const where = await engine.create();
    const database = openDatabase(where);
    await migrate(database.db, database.engine);
    const users = await plantUsers(database, SECRET, 3);
    const taskIds = Array.from({ length: 30 }, () => newId());
    await plantTasks(
      where,
      users.map(({ userId }) => userId),
      taskIds,
    );
    const spaces = await database.db.selectFrom('space').select('stored_bytes').execute();
    const rows = await database.db.selectFrom('mutation').selectAll().execute();
    await database.close();
    const server = await startTestServer(where, { settings: { AUTH_SECRET: SECRET } });
    cleanups.push(() => server.stop());
    const [user, other] = users.map((one) => ({ ...one, url: server.publicUrl }));

    const device = await openDevice(user!);
    expect(device.lists.inCollection(COLLECTION).toSorted()).toEqual(taskIds.toSorted());
    expect(rows.filter(({ space_id }) => space_id === user!.userId)).toHaveLength(31);
    // The collection "Bench", and 30 times "Water the plants".
    expect(spaces.map((space) => space.stored_bytes)).toEqual(Array(3).fill(205 + 30 * 216));
    await device.mutate('task.delete', { id: taskIds[0]!, at: Date.now() });
    await until(device, 'status', () => device.status().unsent === 0);

    const untouched = await openDevice(other!);
    expect(untouched.lists.inCollection(COLLECTION)).toHaveLength(30);
    device.close();
    untouched.close();
  });
});
