import { expect, test } from 'vitest';
import type { FeedTable } from '#src/server/db/tables.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { Rates } from '#src/sync/server/rates.ts';
import { addCollection, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { FeedsTooCostly, FeedTexts } from './feed-text.ts';

describeEachEngine('the texts of feeds', (engine) => {
  const NOW = Date.UTC(2026, 5, 15, 9, 30);
  const feedOf = (user: ServerUser, hash: string): FeedTable => ({
    hash,
    id: hash,
    user_id: user.id,
    name: 'Mine',
    scope: 'everything',
    row_id: null,
    kind: 'event',
    created_at: 0,
    fetched_at: null,
    revoked_at: null,
  });

  test('[X3] the work on the feeds of a user is counted, and no question that has the text is work', async () => {
    const database = await engine.open();
    const [user, other] = [new ServerUser(database), new ServerUser(database)];
    for (const each of [user, other]) await each.push(addCollection(1), addTask(2));
    const clock = () => 0;
    const texts = new FeedTexts(database, new Rates({ burst: 0.001, perSecond: 1 }, clock));

    const read = await texts.read(feedOf(user, 'a'), [], NOW);

    expect(read?.text).toContain('SUMMARY:Task 2');
    await expect(texts.read(feedOf(user, 'b'), [], NOW)).rejects.toThrow(FeedsTooCostly);
    expect(await texts.read(feedOf(user, 'a'), [read?.etag ?? ''], NOW)).toEqual({
      etag: read?.etag,
      text: null,
    });
    expect((await texts.read(feedOf(other, 'c'), [], NOW))?.text).toContain('SUMMARY:Task 2');
  });

  test('[X3] the feed of a filter with many texts has the tasks with one of them, also with long notes', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    const description = 'a'.repeat(16_000);
    const query = Array.from({ length: 1_000 }, (_, n) => `ab${n}`).join(' | ');
    const filter = sampleId('filter', 1);
    await user.push(
      addCollection(1),
      mutation(2, 'filter.add', { id: filter, name: 'Long', query, color: '#FFCC33', at: 1 }),
      ...Array.from({ length: 20 }, (_, n) => addTask(101 + n, task(101 + n, { description }))),
      addTask(200, task(200, { name: 'Found ab7', description })),
    );
    const feed: FeedTable = { ...feedOf(user, 'f'), scope: 'filter', row_id: filter };

    const read = await new FeedTexts(database).read(feed, [], NOW);

    expect(read?.text?.match(/^SUMMARY:.*/gm)?.map((line) => line.trim())).toEqual(['SUMMARY:Found ab7']);
  });
});
