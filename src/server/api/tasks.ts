import type { Transaction } from 'kysely';
import { z } from 'zod';
import { hasId, idSetOf, idsIn } from '#src/domain/id-set.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import { homeOf, INBOX, newInboxName } from '#src/tables/collection/inbox.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { Operation } from '#src/tables/operations.ts';
import { begunSeries } from '#src/tables/task/begun-series.ts';
import { completeNow, reopenNow } from '#src/tables/task/complete-now.ts';
import { newRow, withoutDefaults } from '#src/tables/kit/row.ts';
import { readAround } from './around-task.ts';
import { endpoint, type Adding, type Endpoint, type TokenCall } from './endpoint.ts';
import { findTasks, TASK_COLUMNS, type WholeTask } from './find-tasks.ts';
import { cursorAfter, idIn, pageOf, pageQuery } from './pages.ts';
import { ApiProblem } from './problem.ts';
import { queryParameter } from './query-parameter.ts';
import { rowSchema, settableShape, settableValues, toldRow } from './row-schemas.ts';
import { readCollections, type UserContext } from './user-context.ts';
import { write, writtenOne } from './write.ts';

type Tx = Transaction<Database>;

export const taskSchema = rowSchema('task').meta({ id: 'Task' });
export const newTask = z.strictObject({
  ...settableShape('task', true),
  collectionId: z.uuid().optional().describe('Without one, and without a parent, the Inbox.'),
});
export const changedTask = z.strictObject(settableShape('task', false));

/** The user's rows that a call reaches. */
type TaskCall = Pick<TokenCall, 'spaceId' | 'reach'>;

/** The task of the call. Throws NOT_FOUND for an unknown one, and for one that the token does not reach. */
export async function taskOf(
  tx: Tx,
  { spaceId, id, reach }: TaskCall & { readonly id: string },
): Promise<WholeTask> {
  const task = (await readTasks(tx, spaceId, [id], TASK_COLUMNS)).get(id);
  if (!task || !reach.has(task.collectionId)) throw new ApiProblem('NOT_FOUND');
  return task;
}

/** The collection of a new task that names none, and the operation that adds it where there is none. */
export function homeFor(
  { collections, isArchived }: Pick<UserContext, 'collections' | 'isArchived'>,
  { stamp, reach, now }: Adding,
): { readonly collectionId: string; readonly first: readonly Operation[] } {
  const home = homeOf(collections, isArchived, reach.isAll ? null : (collections[0]?.id ?? null));
  if (home !== null) return { collectionId: home, first: [] };
  const collectionId = stamp.rowId(1);
  const args = { id: collectionId, name: newInboxName(collections), color: INBOX.color, at: now };
  return { collectionId, first: [{ name: 'collection.add', args }] };
}

/** Operations of several new tasks. Each of them plans the same Inbox where there is none, and it is added once. */
export function withOneInbox<T extends Operation>(operations: readonly T[]): readonly T[] {
  const added = new Set<string>();
  return operations.filter(({ name, args }) => {
    const text = JSON.stringify(args);
    if (name !== 'collection.add' || !added.has(text)) return added.add(text);
    return false;
  });
}

/** The operations that add a task by its fields. */
export async function planTask(
  tx: Tx,
  call: TaskCall & Adding,
  id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly Operation[]> {
  const { collectionId, ...given } = settableValues(body);
  const { parentId } = given;
  if (typeof collectionId === 'string') return [additionOf(id, given, collectionId, call.now)];
  if (typeof parentId === 'string') {
    const parent = await taskOf(tx, { ...call, id: parentId });
    return [additionOf(id, given, parent.collectionId, call.now)];
  }
  const home = homeFor(await readCollections(tx, call.spaceId, call.reach), call);
  return [...home.first, additionOf(id, given, home.collectionId, call.now)];
}

/** The operation that adds a task with these values, without those that are defaults. */
export function additionOf(
  id: string,
  given: Readonly<Record<string, Value>>,
  collectionId: string,
  at: number,
): Operation {
  const values = {
    name: '',
    date: null,
    description: '',
    ...given,
    id,
    collectionId,
    createdAt: at,
    updatedAt: at,
  };
  const row = newRow('task', values as unknown as Parameters<typeof newRow<'task'>>[1]);
  const { date, name, description } = row;
  const details = withoutDefaults('task', { ...given, ...seriesIn(given, row, at) });
  const args = { ...details, id, name, description, date, collectionId, at };
  return { name: 'task.add', args };
}

/** The columns of a series that begins; none when the request sets them itself. */
function seriesIn(given: object, row: Parameters<typeof begunSeries>[0], at: number) {
  const isChosen = 'repeat' in given && !('repeatDue' in given);
  return isChosen ? begunSeries({ ...row, repeatStart: null, repeatDue: null }, at) : {};
}

/** The operations that change a task. Labels are added and removed one by one, so that others keep theirs. */
export function changesTo(task: WholeTask, body: Readonly<Record<string, unknown>>, at: number): Operation[] {
  const { id } = task;
  const { labels, ...given } = settableValues(body);
  const row = { ...task, ...given } as WholeTask;
  const changes = { ...given, ...seriesIn(given, row, at) };
  const operations: Operation[] = [];
  if (Object.keys(changes).length > 0) operations.push({ name: 'task.edit', args: { id, changes, at } });
  if (typeof labels === 'string') {
    const missing = (from: string, to: string) => idSetOf(idsIn(to).filter((label) => !hasId(from, label)));
    const [add, remove] = [missing(task.labels, labels), missing(labels, task.labels)];
    if (add + remove !== '') operations.push({ name: 'task.label', args: { id, add, remove, at } });
  }
  return operations;
}

/** The operation that completes a task; a repeating one for this time. */
export async function planCompletion(
  tx: Tx,
  { spaceId, now }: Pick<TokenCall, 'spaceId' | 'now'>,
  task: WholeTask,
): Promise<Operation> {
  return completeNow(task, now, await readAround(tx, spaceId, task));
}

export const taskEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/tasks',
    name: 'listTasks',
    summary: 'Lists tasks by a query, in the order of their ids. Without a query: all open tasks.',
    scope: 'read',
    query: z.strictObject({
      query: queryParameter.describe('In the language of filters: `today & #Work`.'),
      ...pageQuery,
    }),
    status: 200,
    output: pageOf(taskSchema),
    errors: ['WRONG_QUERY', 'WRONG_CURSOR'],
    run: async (call) => {
      const { query: text, cursor, limit } = call.query;
      const { tasks, last } = await findTasks(call, { text, after: idIn(cursor), limit });
      return { items: tasks.map((task) => toldRow('task', task)), next: last && cursorAfter(last) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/tasks/{id}',
    name: 'getTask',
    summary: 'Tells one task, open or completed.',
    scope: 'read',
    status: 200,
    output: taskSchema,
    errors: [],
    run: (call) => call.database.snapshot(async (tx) => toldRow('task', await taskOf(tx, call))),
  }),
  endpoint({
    method: 'POST',
    path: '/tasks',
    name: 'addTask',
    summary: 'Adds a task.',
    scope: 'write',
    body: newTask,
    status: 201,
    output: writtenOne,
    errors: ['COLLECTION_GONE', 'PARENT_GONE', 'TOO_DEEP', 'SUBTASK_LIMIT', 'TASK_LIMIT', 'STORAGE_LIMIT'],
    run: async (call) => {
      const id = call.stamp.rowId(0);
      const version = await write(call, (tx) => planTask(tx, call, id, call.body));
      return { id, version };
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/tasks/{id}',
    name: 'changeTask',
    summary: 'Changes the fields of a task that the body names.',
    scope: 'write',
    body: changedTask,
    status: 200,
    output: writtenOne,
    errors: [
      'GONE',
      'COLLECTION_GONE',
      'PARENT_GONE',
      'CIRCLE',
      'TOO_DEEP',
      'SUBTASK_LIMIT',
      'LABELS_LIMIT',
      'STORAGE_LIMIT',
    ],
    run: async (call) => ({
      id: call.id,
      version: await write(call, async (tx) => changesTo(await taskOf(tx, call), call.body, call.now)),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/tasks/{id}',
    name: 'deleteTask',
    summary: 'Moves a task to the trash, with its sub-tasks.',
    scope: 'write',
    status: 200,
    output: writtenOne,
    errors: [],
    run: async (call) => ({
      id: call.id,
      version: await write(call, async (tx) => {
        const { id } = await taskOf(tx, call);
        return [{ name: 'task.delete', args: { id, at: call.now } }];
      }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/tasks/{id}/complete',
    name: 'completeTask',
    summary: 'Completes a task; a repeating one for this time.',
    scope: 'write',
    status: 200,
    output: writtenOne,
    errors: ['GONE', 'TASK_LIMIT'],
    run: async (call) => ({
      id: call.id,
      version: await write(call, async (tx) => [await planCompletion(tx, call, await taskOf(tx, call))]),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/tasks/{id}/reopen',
    name: 'reopenTask',
    summary: 'Makes a completed task open again.',
    scope: 'write',
    status: 200,
    output: writtenOne,
    errors: ['GONE', 'COLLECTION_GONE'],
    run: async (call) => ({
      id: call.id,
      version: await write(call, async (tx) => {
        const task = await taskOf(tx, call);
        const around = await readAround(tx, call.spaceId, task);
        return [{ name: 'task.reopen', args: reopenNow(task, task.collectionId, call.now, around) }];
      }),
    }),
  }),
];
