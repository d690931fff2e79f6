import type { Page } from '@playwright/test';
import { newId } from '#src/domain/id.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import { MAX_BATCH, MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import { Model } from '#src/sync/testing/model.ts';
import { readFrame } from '#src/sync/testing/frames.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { watchMainThread } from '#e2e/support/main-thread.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { RawDevice } from '#e2e/support/raw-device.ts';

const CHANGES = 10_000;

test('A user comes back online with 10,000 changes: they go in batches, are counted down, and arrive once', async ({
  app,
  server,
}) => {
  const wire = await app.wire();
  await app.signUp();
  await app.addCollection('Before');
  await expect(app.synced).toBeVisible();
  await wire.cut();
  const operations = manyOperations();
  await mutateInPage(app.page, operations);

  const waiting = app.header.getByText('Offline · 10,000 changes waiting', { exact: true });
  await expect(waiting).toBeVisible();
  await app.page.reload();
  await expect(waiting).toBeVisible();
  await expect(app.task('Task 2')).toBeVisible();
  const dataReady = await app.page.evaluate(
    () => performance.getEntriesByName('sunglow-data-ready')[0]?.startTime ?? Number.NaN,
  );

  await watchCount(app.page);
  const stalls = await watchMainThread(app.page);
  wire.sent.length = 0;
  const start = performance.now();
  await wire.mend();
  await expect(app.synced).toBeVisible({ timeout: 60_000 });
  const took = performance.now() - start;
  const { longestFrame, framesOver50, longestTask } = await stalls();
  process.stdout.write(
    `With 10,000 changes waiting: data ready in ${ms(dataReady)}; sent in ${ms(took)}, longest frame ${ms(longestFrame)}, ` +
      `${framesOver50} over 50 ms, longest task ${ms(longestTask)}.\n`,
  );

  const batches = wire.sent.flatMap(mutationsIn);
  for (const frame of wire.sent) expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
  for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(MAX_BATCH);
  const sent = batches.flat();
  expect(new Set(sent.map(({ id }) => id)).size).toBe(CHANGES);
  expect(sent.map(({ name, args }) => ({ name, args }))).toEqual(operations);
  let left = CHANGES;
  const counts = await app.page.evaluate(() => globalThis.counts);
  // A server busy with a batch answers it in parts (W5.15), which count too.
  expect(counts).toEqual(expect.arrayContaining([CHANGES, ...batches.map(({ length }) => (left -= length))]));
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));

  const model = new Model();
  for (const mutation of sent) model.apply(mutation);
  const raw = await RawDevice.of(app, server);
  raw.close();
  expect(new Map(raw.tasks.map((task) => [task.id, task]))).toEqual(model.task);
});

/** Tasks for three days; additions, edits, completions and deletions take turns. */
function manyOperations(): Operation[] {
  const at = Date.now();
  const collectionId = newId();
  const operations: Operation[] = [
    { name: 'collection.add', args: { id: collectionId, name: 'Many', color: '#FFCC33', at } },
  ];
  const ids: string[] = [];
  for (let n = 2; n <= CHANGES; n++) {
    const index = (n * 7) % ids.length;
    const id = ids[index];
    if (id === undefined || n % 10 < 6) {
      const added = newId();
      // The first task stays unchanged: the user looks for it.
      const date = day(n === 2 ? 0 : n % 3);
      if (n > 2) ids.push(added);
      operations.push({
        name: 'task.add',
        args: { id: added, name: `Task ${n}`, description: '', date, collectionId, at: at + n },
      });
    } else if (n % 10 < 8) {
      operations.push({ name: 'task.edit', args: { id, changes: { name: `Edited ${n}` }, at: at + n } });
    } else if (n % 10 === 8) {
      operations.push({ name: 'task.complete', args: { id, at: at + n } });
    } else {
      operations.push({ name: 'task.delete', args: { id, at: at + n } });
      // Later edits of a deleted task would be rejected at once.
      ids.splice(index, 1);
    }
  }
  return operations;
}

function mutationsIn(frame: string): (readonly Mutation[])[] {
  const message = readFrame(frame);
  return message.type === 'push' ? [message.mutations] : [];
}

declare global {
  /** Only in the page: the shown numbers of waiting changes, in order. */
  var counts: number[];
}

async function watchCount(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.counts = [];
    const header = document.querySelector('header');
    const look = () => {
      const text = header?.textContent ?? '';
      const count = text.includes('Saved') ? 0 : Number(/([\d,]+) change/.exec(text)?.[1]?.replace(',', ''));
      if (globalThis.counts.at(-1) !== count) globalThis.counts.push(count);
    };
    look();
    if (header)
      new MutationObserver(look).observe(header, { subtree: true, childList: true, characterData: true });
  });
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
