import { expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask } from '#src/sync/testing/samples.ts';
import { VERSION_ROWS } from './pull.ts';
import { SHARED_PART } from './room.ts';

const LARGE_USERS = 8;
const FRAMES = 2;

describeEachEngine('fair work between users', (engine) => {
  test('[W5.16] a single write is answered before most of the large batches that came before it', async () => {
    const { hub } = await setUpHub(await engine.open());
    const answered: string[] = [];
    const connect = (userId: string) => {
      const device = new HubDevice(hub, userId, () => answered.push(userId));
      device.hello();
      return device;
    };
    const large = Array.from({ length: LARGE_USERS }, (_, i) => connect(`large ${i}`));
    const small = connect('small');
    await hub.drain();
    for (const device of [...large, small]) device.push(addCollection(1));
    await hub.drain();
    answered.length = 0;

    for (let frame = 0; frame < FRAMES; frame++) {
      const numbers = Array.from({ length: MAX_BATCH }, (_, i) => 2 + frame * MAX_BATCH + i);
      for (const device of large) device.push(...numbers.map((n) => addTask(n)));
    }
    small.push(addTask(2));
    await hub.drain();

    const parts = FRAMES * Math.ceil(MAX_BATCH / SHARED_PART.mutations);
    expect(answered).toHaveLength(LARGE_USERS * parts + 1);
    expect(answered.indexOf('small')).toBeLessThan(4);
    const versions = 1 + parts * Math.ceil(SHARED_PART.mutations / VERSION_ROWS);
    for (const device of large) expect(device.patches.at(-1)!.to).toBe(versions);
  });
});
