import type { CompiledQuery, Transaction } from 'kysely';
import { wholeOfPart } from '#src/domain/id.ts';
import { inChunks } from '#src/domain/in-chunks.ts';
import type { Actor } from '#src/domain/space.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { isErased } from '#src/tables/kit/row.ts';
import type { RowChanges } from '#src/tables/kit/overlay.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import { rowHistoriesOf, withoutTexts } from '#src/reading/history/row-history.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import { statement } from '#src/sync/server/execute.ts';

/** An entry that is not yet written. */
interface Draft {
  readonly operation: string;
  /** Undefined for the door of the actor. */
  readonly door: string | undefined;
  readonly rows: readonly RowHistory[];
  readonly importId: string | null;
}

/** The bytes that an entry counts besides its changes. */
export const ENTRY_BYTES = 200;

/** The most rows in one statement (see ROWS_A_STATEMENT in writes.ts). */
const ROWS_A_STATEMENT = 32;

/** The entries of one push. */
export class HistoryOfPush {
  readonly #drafts: Draft[] = [];
  /** The rows that this push erased. Their texts leave all entries, older ones and those of this push. */
  readonly erased = new Set<string>();

  /** Takes in the changes of a mutation that was applied. */
  add({ id: mutationId, name: operation, door }: Mutation, changes: RowChanges): void {
    const rows = rowHistoriesOf(changes);
    for (const table of TABLE_NAMES)
      for (const [id, { before, after }] of changes[table])
        if (before && after && isErased(table, after) && !isErased(table, before)) this.erased.add(id);
    if (rows.length > 0) this.#drafts.push({ operation, door, rows, importId: wholeOfPart(mutationId) });
  }

  /**
   * The statements that write the entries, and how many bytes these count. `version` is the one that the push has raised its space to. An entry replaces
   * one of the same key: a history that is ahead of its space, as after a part of a database was restored by hand, stops
   * no push.
   */
  statements(
    tx: Transaction<SyncTables>,
    { spaceId: space_id, tokenId, source }: Actor,
    version: number,
    changed_at: number,
  ): { readonly writes: readonly CompiledQuery[]; readonly bytes: number } {
    const entries = this.#drafts.map(({ operation, door = source, rows, importId }, step) => ({
      space_id,
      version,
      step,
      changed_at,
      source: door,
      token_id: tokenId ?? null,
      operation,
      row_id: rows.length === 1 ? (rows[0]?.id ?? null) : null,
      changes: JSON.stringify(
        this.erased.size === 0
          ? rows
          : rows.map((row) => (this.erased.has(row.id) ? withoutTexts(row) : row)),
      ),
      import_id: door === 'Import' ? importId : null,
    }));
    const bytes = entries.reduce((sum, { changes }) => sum + ENTRY_BYTES + Buffer.byteLength(changes), 0);
    const rows = this.#drafts.flatMap((draft, step) =>
      draft.rows.length === 1
        ? []
        : draft.rows.map(({ id: row_id }) => ({ space_id, row_id, version, step })),
    );
    const writes = [
      ...inChunks(entries, ROWS_A_STATEMENT).map((some) =>
        statement(tx, `history of ${some.length}`, some.flatMap(Object.values), () =>
          tx
            .insertInto('history')
            .values(some)
            .onConflict((conflict) =>
              conflict.columns(['space_id', 'version', 'step']).doUpdateSet((eb) => ({
                changed_at: eb.ref('excluded.changed_at'),
                source: eb.ref('excluded.source'),
                token_id: eb.ref('excluded.token_id'),
                operation: eb.ref('excluded.operation'),
                row_id: eb.ref('excluded.row_id'),
                changes: eb.ref('excluded.changes'),
                import_id: eb.ref('excluded.import_id'),
              })),
            ),
        ),
      ),
      ...inChunks(rows, ROWS_A_STATEMENT).map((some) =>
        statement(tx, `history rows of ${some.length}`, some.flatMap(Object.values), () =>
          tx
            .insertInto('history_row')
            .values(some)
            .onConflict((conflict) => conflict.doNothing()),
        ),
      ),
    ];
    return { writes, bytes };
  }
}
