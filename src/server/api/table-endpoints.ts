import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import { COLORS } from '#src/domain/colors.ts';
import type { Operation } from '#src/tables/operations.ts';
import { declarationOf, type AnyRow } from '#src/tables/tables.ts';
import { endpoint, type Call, type Endpoint } from './endpoint.ts';
import { cursorAfter, idIn, pageOf, pageQuery } from './pages.ts';
import { ApiProblem, type ProblemCode } from './problem.ts';
import { rowSchema, settableShape, settableValues, toldRow } from './row-schemas.ts';
import { reachedRows } from './reached-rows.ts';
import { write, writtenOne } from './write.ts';

type Tx = Transaction<Database>;

/** The tables that have routes of the same form. */
export type PlainTable = 'collection' | 'section' | 'label' | 'filter' | 'reminder';

interface PlainRoutes {
  readonly table: PlainTable;
  /** Below /api/v1. */
  readonly path: string;
  /** The code of a write to a row that is gone, and the others of an addition and a change. */
  readonly gone: ProblemCode;
  readonly errors: readonly ProblemCode[];
}

const PLAIN: readonly PlainRoutes[] = [
  {
    table: 'collection',
    path: '/collections',
    gone: 'COLLECTION_GONE',
    errors: ['DUPLICATE_COLLECTION', 'COLLECTION_LIMIT', 'CIRCLE', 'TOO_DEEP'],
  },
  {
    table: 'section',
    path: '/sections',
    gone: 'SECTION_GONE',
    errors: ['DUPLICATE_SECTION', 'SECTION_LIMIT', 'COLLECTION_GONE'],
  },
  { table: 'label', path: '/labels', gone: 'LABEL_GONE', errors: ['DUPLICATE_LABEL', 'LABEL_LIMIT'] },
  { table: 'filter', path: '/filters', gone: 'FILTER_GONE', errors: ['FILTER_LIMIT'] },
  { table: 'reminder', path: '/reminders', gone: 'REMINDER_GONE', errors: ['REMINDER_LIMIT', 'GONE'] },
];

/** The row of the call. Throws NOT_FOUND for an unknown one, and for one that the token does not reach. */
async function rowOfCall(tx: Tx, table: PlainTable, { spaceId, id, reach }: Call): Promise<AnyRow> {
  const [row] = await tx
    .selectFrom(table as 'label')
    .select(rowOf(table))
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  const [reached] = row ? await reachedRows(tx, spaceId, reach, table, [row as unknown as AnyRow]) : [];
  if (!reached) throw new ApiProblem('NOT_FOUND');
  return reached;
}

/** The routes of a table, from its declaration. */
function routesOf({ table, path, gone, errors }: PlainRoutes): readonly Endpoint[] {
  const { owner, isFixed, columns } = declarationOf(table);
  const title = `${table[0]?.toUpperCase()}${table.slice(1)}`;
  const row = rowSchema(table).meta({ id: title });
  const color = columns['color']?.default === undefined && 'color' in columns;
  const added = z.strictObject({
    ...settableShape(table, true, owner ? [owner.column] : []),
    // The order of a new row follows from those that are there.
    ...(color && { color: z.enum(COLORS.map(({ hex }) => hex)).default('#FFCC33') }),
    ...(table === 'collection' && { position: z.never().optional() }),
  });
  const one = { output: writtenOne, scope: 'write', status: 200 } as const;
  const operation = (what: string, args: object) =>
    ({ name: `${table}.${what}`, args }) as unknown as Operation;
  return [
    endpoint({
      method: 'GET',
      path,
      name: `list${title}s`,
      summary: `Lists ${table}s, in the order of their ids.`,
      scope: 'read',
      query: z.strictObject(pageQuery),
      status: 200,
      output: pageOf(row),
      errors: ['WRONG_CURSOR'],
      run: ({ database, spaceId, reach, query }) =>
        database.snapshot(async (tx) => {
          const rows = await tx
            .selectFrom(table as 'label')
            .select(rowOf(table))
            .where('space_id', '=', spaceId)
            .where('id', '>', idIn(query.cursor))
            .where('deleted_at', 'is', null)
            .orderBy('id')
            .limit(query.limit)
            .execute();
          const found = rows as unknown as readonly AnyRow[];
          const reached = await reachedRows(tx, spaceId, reach, table, found);
          const last = found.length < query.limit ? undefined : found.at(-1);
          return {
            items: reached.map((each) => toldRow(table, each)),
            next: last ? cursorAfter(last.id) : null,
          };
        }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/{id}`,
      name: `get${title}`,
      summary: `Tells one ${table}.`,
      scope: 'read',
      status: 200,
      output: row,
      errors: [],
      run: (call) => call.database.snapshot(async (tx) => toldRow(table, await rowOfCall(tx, table, call))),
    }),
    endpoint({
      ...one,
      method: 'POST',
      path,
      name: `add${title}`,
      summary: `Adds a ${table}.`,
      status: 201,
      body: added,
      errors: [...errors, 'STORAGE_LIMIT'],
      run: async (call) => {
        const id = call.stamp.rowId(0);
        const args = { id, ...settableValues(call.body), at: call.now };
        return { id, version: await write(call, async () => [operation('add', args)]) };
      },
    }),
    ...(isFixed
      ? []
      : [
          endpoint({
            ...one,
            method: 'PATCH',
            path: `${path}/{id}`,
            name: `change${title}`,
            summary: `Changes the fields of a ${table} that the body names.`,
            body: z.strictObject(settableShape(table, false)),
            errors: [gone, ...errors, 'STORAGE_LIMIT'],
            run: async (call) => ({
              id: call.id,
              version: await write(call, async (tx) => {
                const { id } = await rowOfCall(tx, table, call);
                const changes = settableValues(call.body);
                return Object.keys(changes).length === 0
                  ? []
                  : [operation('edit', { id, changes, at: call.now })];
              }),
            }),
          }),
        ]),
    endpoint({
      ...one,
      method: 'DELETE',
      path: `${path}/{id}`,
      name: `delete${title}`,
      summary: `Deletes a ${table}.`,
      errors: [],
      run: async (call) => ({
        id: call.id,
        version: await write(call, async (tx) => {
          const { id } = await rowOfCall(tx, table, call);
          return [operation('delete', { id, at: call.now })];
        }),
      }),
    }),
  ];
}

export const tableEndpoints: readonly Endpoint[] = PLAIN.flatMap(routesOf);
