import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '#src/server/testing/processes/run-admin.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { mayMount, SmallDisk } from '#src/server/testing/processes/small-disk.ts';

/** Larger than any other file, so that a disk can fill up within it. */
const PHOTO_KB = 300;

// Only root mounts disks.
describe.runIf(mayMount)('on a disk that is full, but for', () => {
  let place: string;
  let data: string;
  let intact: string;
  let disk: SmallDisk;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'sunglow-full-'));
    data = join(place, 'data');
    intact = join(place, 'backup');
    const server = await ServerProcess.start({ dataDir: data });
    await server.stop();
    mkdirSync(join(data, 'photos'));
    writeFileSync(join(data, 'photos', 'photo'), Buffer.alloc(PHOTO_KB * 1_024, 7));
    const { problem } = await runAdmin(['backup', intact], { DATA_DIR: data });
    if (problem !== '') throw new Error(problem);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  beforeEach(() => {
    disk = new SmallDisk(4_000);
  });
  afterEach(() => disk.unmount());

  const fullDisk = (folder: string, choose: string) => ({
    code: 1,
    out: '',
    problem: `The disk of ${folder} is full. Make room on it, or ${choose} a folder on another one.\n`,
  });

  test.each([0, 4, 100, 320, 400])(
    '%d KB, a backup says so and leaves nothing; with enough room, it succeeds',
    async (room) => {
      const folder = join(disk.path, 'backup');
      const backup = () => runAdmin(['backup', folder], { DATA_DIR: data });
      disk.fill(room);

      expect(await backup()).toEqual(fullDisk(folder, 'name'));
      expect(readdirSync(disk.path)).toEqual(['filler']);
      disk.empty();
      expect(await backup()).toMatchObject({ code: 0 });
    },
  );

  test.each<[what: string, room: () => number]>([
    ...[0, 4, 16, 100, 320, 400].map((room): [string, () => number] => [`${room} KB`, () => room]),
    ['what its files take', () => PHOTO_KB + statSync(join(intact, 'sunglow.db')).size / 1_024 + 16],
  ])(
    '%s, a restore says so, and leaves no database and no partial photo; with enough room, it succeeds',
    async (_what, room) => {
      const dataDir = join(disk.path, 'data');
      const restore = () => runAdmin(['restore', intact], { DATA_DIR: dataDir });
      disk.fill(room());

      expect(await restore()).toEqual(fullDisk(dataDir, 'set DATA_DIR to'));
      expect(existsSync(join(dataDir, 'sunglow.db'))).toBe(false);
      expect(existsSync(join(dataDir, 'secret'))).toBe(false);
      expect(existsSync(join(dataDir, 'photos', 'photo'))).toBe(room() > PHOTO_KB);
      disk.empty();
      expect(await restore()).toMatchObject({ code: 0 });
    },
  );

  test('400 KB, a rehearsal says so and leaves nothing', async () => {
    disk.fill(400);

    const { code, problem } = await runAdmin(['rehearse', intact], { TMPDIR: disk.path });

    expect(code).toBe(1);
    expect(problem).toMatch(
      /^The disk of \S+sunglow-rehearsal-\S+ is full\. Make room on it, or set TMPDIR to /,
    );
    expect(readdirSync(disk.path)).toEqual(['filler']);
  });
});
