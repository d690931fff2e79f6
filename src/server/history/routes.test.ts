import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { HistoryPage } from '#src/reading/history/history.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { openDevice } from '#src/sync/testing/node-device.ts';
import { sampleId } from '#src/sync/testing/samples.ts';

describeEachEngine('the route of the history', (engine) => {
  const harness = mailHarness(engine);
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

  test('[H1] [H4] tells a user their own changes and the device that made them, and nobody else', async () => {
    const [ada, bea] = await Promise.all(
      ['ada', 'bea'].map((name) =>
        signUpConfirmed(harness.server.browser(firefox), harness.mail, `${name}@example.com`),
      ),
    );
    if (!ada || !bea) throw new Error('Nobody is signed in.');
    const session = await ada.session();
    const device = await openDevice({
      url: harness.server.publicUrl,
      userId: session?.user.id ?? '',
      cookie: ada.cookie,
    });
    const id = newId();
    await device.mutate('collection.add', { id, name: 'Home', color: '#FFCC33', at: Date.now() });
    const pageOf = async (browser: TestBrowser) =>
      (await (await browser.fetch('/api/history')).json()) as HistoryPage;
    await expect.poll(async () => (await pageOf(ada)).entries, { timeout: 15_000 }).toHaveLength(1);

    expect((await pageOf(ada)).entries).toMatchObject([
      { source: 'Unknown browser', operation: 'collection.add', rows: [{ id, after: { name: 'Home' } }] },
    ]);
    expect(await pageOf(bea)).toEqual({ entries: [], next: null });
    const sourcesOf = async (browser: TestBrowser) =>
      (await browser.fetch('/api/history/sources')).json() as Promise<unknown>;
    expect(await sourcesOf(ada)).toEqual({ sources: ['Unknown browser'] });
    expect(await sourcesOf(bea)).toEqual({ sources: [] });
    for (const path of ['/api/history', '/api/history/sources'])
      expect((await harness.server.browser().fetch(path)).status).toBe(401);
    device.close();
  });

  test('[H4] refuses cursors and ids that are none', async () => {
    const cleo = await signUpConfirmed(harness.server.browser(firefox), harness.mail, 'cleo@example.com');
    for (const query of [
      'before=x',
      'before=1',
      'row=1',
      'collection=%27',
      `source=${'x'.repeat(201)}`,
      'long=1',
    ]) {
      const answer = await cleo.fetch(`/api/history?${query}`);
      expect([query, answer.status, await answer.json()]).toMatchObject([
        query,
        400,
        { code: 'WRONG_QUERY' },
      ]);
    }
    expect((await cleo.fetch(`/api/history?row=${sampleId('task', 1)}&before=3.0`)).status).toBe(200);
    expect((await cleo.fetch('/api/history?long=yes')).status).toBe(200);
  });
});
