import { newId } from '#src/domain/id.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';

import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { identityOf, mutation, RawDevice } from '#e2e/support/raw-device.ts';
import { newUser } from '#e2e/support/users.ts';

const SECRET = 'Secret of Ada';

test('A user sees nothing of what another one plans', async ({ app: ada, newDevice }) => {
  await ada.begin({ [SECRET]: [SECRET] });
  await ada.addTask(`${SECRET}, done`, { collection: SECRET });
  await ada.completeTask(`${SECRET}, done`);

  const eve = await newDevice();
  await eve.begin([], newUser('Eve'));
  await ada.addTask(`${SECRET}, second`, { collection: SECRET });
  await expect(ada.synced).toBeVisible();
  // Eve's change comes back from the server after all that Ada had sent before.
  await eve.addCollection('Of Eve');
  await expect(eve.synced).toBeVisible();

  for (const view of ['Today', 'Completed', 'Upcoming', 'Overdue'] as const) {
    await eve.open(view);
    await expect(eve.tasks).toHaveCount(0);
  }
  await expect(eve.page.getByText(SECRET)).toHaveCount(0);
  await eve.page.goto(`/app/project/${encodeURIComponent(SECRET)}`);
  await expect(eve.heading('Page Not Found!')).toBeVisible();
});

test('A socket gives a user their own data, and takes changes to nothing else', async ({
  app: ada,
  newDevice,
  server,
}) => {
  await ada.begin({ [SECRET]: [SECRET] });
  const adasDevice = await RawDevice.of(ada, server);
  const { task: tasks = [], collection: collections = [] } = (
    await adasDevice.patch((patch) => (patch.rows.task ?? []).length > 0)
  ).rows;
  const [task, collection] = [tasks[0]!, collections[0]!];

  const eve = await newDevice();
  await eve.begin([], newUser('Eve'));
  const { userId: adasId } = await identityOf(ada);
  const { cookie } = await identityOf(eve);
  const hello = helloOf(adasId);
  const push = pushOf([mutation('task.delete', { id: task.id, at: 1 })]);

  const asAda = await RawDevice.open(server, { cookie });
  asAda.send(hello);
  asAda.send(push);
  asAda.send({ type: 'pull', version: 0 });
  expect((await asAda.closed).code).toBe(CLOSE.OTHER_USER);
  expect(asAda.frames).toEqual([]);

  const asNobody = await RawDevice.open(server);
  asNobody.send(hello);
  asNobody.send(push);
  expect((await asNobody.closed).code).toBe(CLOSE.SIGN_IN);
  expect(asNobody.frames).toEqual([]);

  const adasCookie = (await identityOf(ada)).cookie;
  await expect(
    RawDevice.open(server, { cookie: adasCookie, origin: 'https://evil.example' }),
  ).rejects.toThrow('403');

  const asEve = await RawDevice.of(eve, server);
  const at = Date.now();
  const fields = { name: 'Mine now', description: '', date: day(), collectionId: collection.id };
  const { outcomes } = await asEve.push(
    mutation('task.edit', { id: task.id, changes: { name: 'Mine now' }, at }),
    mutation('task.restore', { id: task.id, collectionId: collection.id, at }),
    mutation('task.add', { id: newId(), ...fields, at }),
    mutation('task.add', { id: task.id, ...fields, at }),
    mutation('task.delete', { id: task.id, at }),
    mutation('task.complete', { id: task.id, at }),
    mutation('collection.delete', { id: collection.id, at }),
  );
  expect(outcomes.slice(0, 4).every(({ rejection }) => rejection !== null)).toBe(true);
  expect(asEve.frames.join('\n')).not.toContain(SECRET);

  await ada.page.reload();
  await expect(ada.task(SECRET)).toBeVisible();
  await ada.addTask('All is well', { collection: SECRET });
  await expect(ada.synced).toBeVisible();
  // Its answer comes after anything that the server had for this socket.
  await asEve.push(mutation('collection.add', { id: newId(), name: 'Of Eve', color: '#FFCC33', at }));
  expect(asEve.frames.join('\n')).not.toContain('All is well');
});

test('A user gets nothing of another one over HTTP', async ({ app: ada, newDevice, server }) => {
  const user = await ada.begin([SECRET], newUser(SECRET));
  const { userId } = await identityOf(ada);
  const eve = await newDevice();
  await eve.begin([], newUser('Eve'));
  const { request } = eve.page;
  for (const path of [
    '/api/auth/get-session',
    `/api/auth/get-session?userId=${userId}`,
    `/api/auth/list-sessions`,
    `/api/users/${userId}`,
    `/api/sync?userId=${userId}`,
    `/users/${userId}`,
    `/data/sunglow.db`,
    `/../data/sunglow.db`,
  ]) {
    const answer = await request.get(new URL(path, server.url).href);
    const text = await answer.text();
    expect(text, path).not.toContain(SECRET);
    expect(text, path).not.toContain(user.email);
  }
});

const args = { id: newId(), description: '', date: '2026-01-01', collectionId: newId(), at: 0 };
const push = (name: string, args: object) => pushOf([{ id: newId(), name, args }]);

test('A malformed frame closes the socket with a reason, and changes nothing', async ({ app, server }) => {
  await app.begin(['Home']);
  for (const [what, frame, code] of [
    ['is no JSON', '{"type":', CLOSE.BAD_MESSAGE],
    ['is a list', '[]', CLOSE.BAD_MESSAGE],
    ['is of no known type', { type: 'drop' }, CLOSE.BAD_MESSAGE],
    ['is too large', JSON.stringify({ type: 'x'.repeat(1_100_000) }), 1009],
    ['holds an unknown mutation', push('task.steal', args), CLOSE.BAD_MUTATION],
    [
      'holds a name of 501 characters',
      push('task.add', { ...args, name: 'x'.repeat(501) }),
      CLOSE.BAD_MUTATION,
    ],
  ] as const) {
    const device = await RawDevice.of(app, server);
    const { to } = await device.patch(() => true);
    device.send(frame);
    const closed = await device.closed;
    expect(closed.code, what).toBe(code);
    if (code !== 1009) expect(closed.reason, what).toMatch(/\w+/);

    const after = await RawDevice.of(app, server);
    const { to: version, rows } = await after.patch(() => true);
    expect(version, what).toBe(to);
    expect(rows.collection, what).toHaveLength(1);
  }
  await app.addCollection('Still online');
  await expect(app.synced).toBeVisible();
});
