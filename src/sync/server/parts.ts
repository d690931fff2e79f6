import type { CompiledQuery, Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import { mutatorOf, type Mutation } from '#src/tables/operations.ts';
import type { SyncDatabase, SyncTables } from './database.ts';
import { execute, statement } from './execute.ts';
import { PAGED } from './pull.ts';
import { textBytes } from './rows.ts';

/** The sizes that decide how a push is divided into parts. Each part is one transaction (sync rule W5.12). */
export interface PartSizes {
  /** The most mutations in a push that is neither divided nor lets others go first: a person makes as many by hand. */
  readonly smallPush: number;
  /** About how many bytes of texts a part brings and reads: they take a server some 3 ms. */
  readonly partBytes: number;
  /** See PushSizes. Others wait for this long, and for the mutation that runs at the end of it. */
  readonly partMs: number;
}

/** A mutation that reads all rows below another takes as long as one with this many bytes of texts. */
const BELOW_BYTES = 15_000;

export const PART_SIZES: PartSizes = { smallPush: 16, partBytes: 250_000, partMs: 8 };

/** The mutations of a push in their order, in parts with limited lengths of texts. A part has at least one mutation. */
export async function partsOf(
  database: SyncDatabase,
  spaceId: SpaceId,
  mutations: readonly Mutation[],
  { smallPush, partBytes }: PartSizes,
): Promise<readonly (readonly Mutation[])[]> {
  if (mutations.length <= smallPush) return [mutations];
  const ids = new Set(mutations.flatMap(idsReadBy));
  const found = await database.snapshot((tx) =>
    execute(
      tx,
      PAGED.map((table) => lengthsOf(tx, spaceId, table, ids)),
    ),
  );
  const lengths = new Map(found.flat().map(({ id, bytes }) => [id, bytes]));
  const parts: Mutation[][] = [];
  let bytes = 0;
  let counted = new Set<string>();
  for (const mutation of mutations) {
    const read = idsReadBy(mutation);
    const brought = textBytesIn(mutation.args) + belowReadBy(mutation) * BELOW_BYTES;
    const more = () =>
      read.reduce((sum, id) => sum + (counted.has(id) ? 0 : (lengths.get(id) ?? 0)), brought);
    if (parts.length === 0 || bytes + more() > partBytes) {
      parts.push([]);
      bytes = 0;
      counted = new Set();
    }
    bytes += more();
    for (const id of read) counted.add(id);
    parts.at(-1)?.push(mutation);
  }
  return parts.length === 1 ? [mutations] : parts;
}

/** The ids of the rows that a mutation names. It writes one of these rows. */
function idsReadBy(mutation: Mutation): string[] {
  return mutatorOf(mutation)
    .reads(mutation.args)
    .flatMap((read) => ('id' in read ? [read.id] : []));
}

/** How many `below` reads the mutation declares. */
function belowReadBy(mutation: Mutation): number {
  return mutatorOf(mutation)
    .reads(mutation.args)
    .filter((read) => 'below' in read).length;
}

function textBytesIn(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + textBytesIn(each), 0);
}

/** Reads the lengths of texts without the texts: a row begins with the lengths. */
function lengthsOf(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  table: (typeof PAGED)[number],
  ids: ReadonlySet<string>,
): CompiledQuery<{ readonly id: string; readonly bytes: number }> {
  return statement(tx, `lengths of ${ids.size} of ${table}`, [spaceId, ...ids], () =>
    tx
      .selectFrom(table)
      .select(['id', textBytes(table).as('bytes')])
      .where('space_id', '=', spaceId)
      .where('id', 'in', [...ids]),
  );
}
