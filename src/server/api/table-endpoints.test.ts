import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { apiUser, type ApiAnswer, type ApiBody } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('the other tables over the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  const idsOf = (items: readonly ApiBody[]) => items.map(({ id }) => id ?? '').toSorted();

  test('[A1] collections, sections, labels, filters and reminders are added, listed, changed and deleted', async () => {
    const { api } = await apiUser(server);
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const taskId = await api.write('POST', '/tasks', { name: 'Sweep', collectionId });
    const tables: readonly (readonly [path: string, added: object, changed: object])[] = [
      ['/collections', { name: 'Work', color: '#FF355E' }, { name: 'Office', parentId: collectionId }],
      ['/sections', { name: 'Kitchen', collectionId }, { name: 'Bath' }],
      ['/labels', { name: 'waiting' }, { name: 'later', color: '#63B76C' }],
      ['/filters', { name: 'Soon', query: 'today' }, { query: 'overdue', isFavourite: 1 }],
      ['/reminders', { taskId, minutesBefore: 10 }, {}],
    ];
    for (const [path, added, changed] of tables) {
      const before = await api.all(path);
      const id = await api.write('POST', path, added);
      expect([path, (await api.get(`${path}/${id}`)).body]).toMatchObject([path, { id, ...added }]);
      // Nothing changes a reminder.
      if (path !== '/reminders') await api.write('PATCH', `${path}/${id}`, changed);
      expect([path, (await api.get(`${path}/${id}`)).body]).toMatchObject([path, { id, ...changed }]);
      expect(idsOf(await api.all(path, 1))).toEqual([...idsOf(before), id].toSorted());
      await api.write('DELETE', `${path}/${id}`);
      expect([path, (await api.get(`${path}/${id}`)).status]).toEqual([path, 404]);
      expect(idsOf(await api.all(path))).toEqual(idsOf(before));
    }
  });

  test('[A1] rows that are rejected say why, and rows that went with others are gone', async () => {
    const { api } = await apiUser(server);
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const again = await api.ask('POST', '/collections', { name: 'Home' });
    expect([again.status, again.body]).toMatchObject([409, { code: 'DUPLICATE_COLLECTION', operation: 0 }]);
    expect((await api.ask('POST', '/reminders', { taskId: newId() })).body.code).toBe('INVALID_VALUE');
    expect((await api.ask('POST', '/filters', { name: 'x', query: ' ' })).body.code).toBe('INVALID_VALUE');
    const sectionId = await api.write('POST', '/sections', { name: 'Kitchen', collectionId });
    const taskId = await api.write('POST', '/tasks', { name: 'A', collectionId, sectionId });
    const reminderId = await api.write('POST', '/reminders', { taskId, remindAt: 1_800_000_000_000 });
    await api.write('DELETE', `/collections/${collectionId}`);
    for (const path of [`/sections/${sectionId}`, `/tasks/${taskId}`, `/reminders/${reminderId}`])
      expect([path, (await api.get(path)).status]).toEqual([path, 404]);
    expect([await api.all('/sections'), await api.all('/reminders'), await api.all('/tasks')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('[A1] [Q1] a line is read as in the app, with the names and settings of the user', async () => {
    const { api } = await apiUser(server);
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const sectionId = await api.write('POST', '/sections', { name: 'Kitchen', collectionId });
    const labelId = await api.write('POST', '/labels', { name: 'rent' });
    const add = async (text: string) => {
      const answer = await api.ask('POST', '/quick-add', { text });
      expect(answer.headers.get('location')).toBe(`/api/v1/tasks/${answer.body.id}`);
      return (await api.get(`/tasks/${answer.body.id}`)).body;
    };

    expect(await add('Pay rent 2027-03-31 at 9:00 #Home /Kitchen @rent p1 !30 min before')).toMatchObject({
      date: '2027-03-31',
      time: '09:00',
      collectionId,
      priority: 1,
      labels: [labelId],
    });
    expect(await add('Sweep #Home /Kitchen')).toMatchObject({ name: 'Sweep', collectionId, sectionId });
    expect(await add('Pay rent every last day #Home')).toMatchObject({
      name: 'Pay rent',
      repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1',
      repeatDue: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
    const today = calendarDayAt(Date.now());
    expect(await add('Nothing more #Nowhere')).toMatchObject({ name: 'Nothing more #Nowhere', date: today });
    expect(await add('Some day no date')).toMatchObject({ name: 'Some day', date: null });
    expect((await api.ask('POST', '/quick-add', { text: ' ' })).body.code).toBe('INVALID_VALUE');
  });

  test('[A4] a token of some collections sees and writes their rows alone, and unknown ids have the same answer', async () => {
    const { api, client } = await apiUser(server);
    const [home, work] = [
      await api.write('POST', '/collections', { name: 'Home' }),
      await api.write('POST', '/collections', { name: 'Work' }),
    ];
    const make = async (collectionId: string) => {
      const taskId = await api.write('POST', '/tasks', { name: 'T', collectionId, date: '2026-01-01' });
      return {
        sections: await api.write('POST', '/sections', { name: 'S', collectionId }),
        tasks: taskId,
        below: await api.write('POST', '/tasks', { name: 'below', parentId: taskId }),
        reminders: await api.write('POST', '/reminders', { taskId, minutesBefore: 5 }),
        collections: collectionId,
      };
    };
    const [own, other] = [await make(home), await make(work)];
    const labels = await api.write('POST', '/labels', { name: 'l' });
    const filters = await api.write('POST', '/filters', { name: 'f', query: '#Work' });
    const limited = await client({ collections: [home] });

    for (const table of ['collections', 'sections', 'reminders'] as const)
      expect([table, idsOf(await limited.all(`/${table}`, 1))]).toEqual([table, [own[table]]]);
    expect(idsOf(await limited.all('/tasks'))).toEqual([own.tasks, own.below].toSorted());
    expect([idsOf(await limited.all('/labels')), await limited.all('/filters')]).toEqual([[labels], []]);
    expect((await limited.get('/tasks?query=%23Work')).body.code).toBe('WRONG_QUERY');

    const change = { name: 'Mine' };
    for (const table of ['collections', 'sections', 'tasks', 'reminders'] as const) {
      const requests =
        table === 'reminders' ? (['GET', 'DELETE'] as const) : (['GET', 'PATCH', 'DELETE'] as const);
      for (const method of requests) {
        const body = method === 'PATCH' ? change : undefined;
        const foreign = await limited.ask(method, `/${table}/${other[table]}`, body);
        const unknown = await limited.ask(method, `/${table}/${newId()}`, body);
        expect([table, method, foreign.status, foreign.body]).toEqual([table, method, 404, unknown.body]);
      }
    }
    expect((await limited.get(`/filters/${filters}`)).status).toBe(404);

    // Neither a move out, nor a move in, nor an addition elsewhere, nor a batch gets around it.
    const at = Date.now();
    const escapes: readonly (readonly [string, string, object])[] = [
      ['POST', '/tasks', { name: 'x', collectionId: work }],
      ['POST', '/tasks', { name: 'x', collectionId: newId() }],
      ['POST', '/tasks', { name: 'x', parentId: other.tasks }],
      ['POST', '/sections', { name: 'x', collectionId: work }],
      ['POST', '/reminders', { taskId: other.tasks, minutesBefore: 1 }],
      ['PATCH', `/tasks/${own.tasks}`, { collectionId: work }],
      ['PATCH', `/tasks/${own.tasks}`, { parentId: other.tasks }],
      ['PATCH', `/tasks/${own.below}`, { parentId: other.tasks }],
      ['PATCH', `/collections/${home}`, { parentId: work }],
      ['POST', '/batch', { operations: [{ name: 'task.complete', args: { id: other.tasks, at } }] }],
      ['POST', '/batch', { operations: [{ name: 'task.complete', args: { id: newId(), at } }] }],
      [
        'POST',
        '/batch',
        { operations: [{ name: 'task.restore', args: { id: other.tasks, collectionId: home, at } }] },
      ],
      [
        'POST',
        '/batch',
        {
          operations: [{ name: 'task.edit', args: { id: other.below, changes: { collectionId: home }, at } }],
        },
      ],
    ];
    for (const [method, path, body] of escapes)
      expect([method, path, body, await limited.ask(method, path, body)]).toMatchObject([
        method,
        path,
        body,
        {
          status: 404,
          body: { code: 'NOT_FOUND', detail: expect.stringMatching(/^There is nothing here/) as string },
        },
      ]);
    for (const [path, body] of [
      ['/collections', { name: 'New' }],
      ['/labels', { name: 'New' }],
      ['/filters', { name: 'New', query: 'today' }],
    ] as const)
      expect([path, (await limited.ask('POST', path, body)).body.code]).toEqual([path, 'SCOPE_TOO_NARROW']);
    const setting = { name: 'setting.set', args: { id: 'theme', value: 'dark', at } };
    expect((await limited.ask('POST', '/batch', { operations: [setting] })).body.code).toBe(
      'SCOPE_TOO_NARROW',
    );

    // Rows within its reach can be written, and a task without a collection goes there.
    await limited.write('PATCH', `/tasks/${own.below}`, { name: 'Changed' });
    await limited.write('POST', `/tasks/${own.tasks}/complete`);
    const added = await limited.write('POST', '/quick-add', { text: 'Sweep #Work' });
    expect((await limited.get(`/tasks/${added}`)).body).toMatchObject({
      collectionId: home,
      name: 'Sweep #Work',
    });
    expect((await api.get(`/tasks/${other.tasks}`)).body).toMatchObject({ name: 'T', collectionId: work });
  });

  /** A user with a collection that a token reaches, and one that it does not. */
  async function withHidden() {
    const { api, client } = await apiUser(server);
    const [home, work] = [
      await api.write('POST', '/collections', { name: 'Home' }),
      await api.write('POST', '/collections', { name: 'Work' }),
    ];
    const limited = await client({ collections: [home] });
    const at = Date.now();
    const batch = (...operations: readonly object[]) => limited.ask('POST', '/batch', { operations });
    const addTask = (more: object = {}) => {
      const id = newId();
      const args = { id, name: 'x', description: '', date: null, collectionId: home, at, ...more };
      return { id, operation: { name: 'task.add', args } };
    };
    const editTask = (id: string, changes: object) => ({ name: 'task.edit', args: { id, changes, at } });
    return { api, limited, home, work, at, batch, addTask, editTask };
  }

  test('[A4] references to rows outside of its reach have the answer of unknown ids, before anything is run', async () => {
    const { api, limited, home, work, at, batch, addTask } = await withHidden();
    const below = await api.write('POST', '/collections', { name: 'Deep', parentId: work });
    let deepest = await api.write('POST', '/tasks', { name: 'T', collectionId: work });
    const reminder = await api.write('POST', '/reminders', { taskId: deepest, minutesBefore: 5 });
    const section = await api.write('POST', '/sections', { name: 'S', collectionId: work });
    for (let level = 2; level <= 5; level++)
      deepest = await api.write('POST', '/tasks', { name: 'T', parentId: deepest });
    const own = await api.write('POST', '/tasks', { name: 'own', collectionId: home });
    const requests: readonly ((id: string) => Promise<ApiAnswer>)[] = [
      (parentId) => limited.ask('PATCH', `/collections/${home}`, { parentId }),
      (parentId) => limited.ask('PATCH', `/tasks/${own}`, { parentId }),
      (collectionId) => limited.ask('PATCH', `/tasks/${own}`, { collectionId }),
      (parentId) => batch(addTask({ parentId }).operation),
      (taskId) => limited.ask('POST', '/reminders', { taskId, minutesBefore: 1 }),
      (parentId) => {
        const operation = { name: 'task.edit', args: { id: own, changes: { parentId } } };
        return limited.ask('POST', '/proposals', { title: 'x', items: [operation] });
      },
    ];
    for (const [place, request] of requests.entries()) {
      const unknown = await request(newId());
      expect([place, unknown.status]).toEqual([place, 404]);
      for (const foreign of [work, below, deepest])
        expect([place, await request(foreign)]).toMatchObject([place, { status: 404, body: unknown.body }]);
    }
    // An id of an addition that such a row has is rejected alike.
    const minutes = { taskId: own, minutesBefore: 1, at };
    const additions = [
      addTask({ id: deepest }).operation,
      { name: 'reminder.add', args: { ...minutes, id: reminder } },
      { name: 'section.add', args: { id: section, name: 'x', collectionId: home, at } },
    ];
    for (const each of additions) {
      expect([each.name, (await batch(each)).body.code]).toEqual([each.name, 'NOT_FOUND']);
      const proposed = await limited.ask('POST', '/proposals', { title: 'x', items: [each] });
      expect([each.name, proposed.body.code]).toEqual([each.name, 'NOT_FOUND']);
    }
  });

  test('[A4] a token of some collections adds a row and changes it in one batch', async () => {
    const { limited, home, work, at, batch, addTask, editTask } = await withHidden();
    const [first, second] = [addTask(), addTask()];
    const reminder = { id: newId(), taskId: first.id, minutesBefore: 5, at };
    const section = { id: newId(), name: 'Kitchen', collectionId: home, at };
    const done = await batch(
      { name: 'section.add', args: section },
      { name: 'section.edit', args: { id: section.id, changes: { name: 'Bath' }, at } },
      first.operation,
      editTask(first.id, { name: 'Sweep', sectionId: section.id }),
      second.operation,
      editTask(second.id, { parentId: first.id }),
      { name: 'reminder.add', args: reminder },
      { name: 'task.complete', args: { id: second.id, at } },
    );
    expect(done.status).toBe(200);
    expect((await limited.get(`/tasks/${second.id}`)).body).toMatchObject({ parentId: first.id });
    expect((await limited.get(`/tasks/${first.id}`)).body).toMatchObject({ name: 'Sweep' });
    expect((await limited.get(`/sections/${section.id}`)).body).toMatchObject({ name: 'Bath' });

    // A row that is added later is unknown, and an added row stays within the reach.
    const [third, before] = [addTask(), await limited.all('/tasks')];
    expect((await batch(editTask(third.id, { name: 'y' }), third.operation)).status).toBe(404);
    expect((await batch(third.operation, editTask(third.id, { collectionId: work }))).status).toBe(404);
    expect((await batch(third.operation, editTask(newId(), { name: 'y' }))).status).toBe(404);
    expect(await limited.all('/tasks')).toEqual(before);
  });
});
