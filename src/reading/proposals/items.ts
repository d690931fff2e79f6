import { hasId } from '#src/domain/id-set.ts';
import { isId } from '#src/domain/id.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import { withDefaults, type FindRow } from '#src/tables/kit/row.ts';
import { isKnownMutation, type Operation } from '#src/tables/operations.ts';
import { isTableName, type Rows } from '#src/tables/tables.ts';

export type ItemState = 'open' | 'accepted' | 'declined';

/** An item as the column `items` keeps it. */
export interface KeptItem {
  /** The id of the mutation that accepts it. */
  readonly id: string;
  readonly name: string;
  readonly args: object;
  /** The rows that the operation changes, with their values before and after. */
  readonly rows: readonly RowHistory[];
}

export interface ProposalItem extends KeptItem {
  /** Null for an operation that this app does not know. */
  readonly operation: Operation | null;
  readonly state: ItemState;
  /** True when the item was accepted before, so that the id of its mutation is used. */
  readonly isUsed: boolean;
}

type Proposal = Pick<Rows['proposal'], 'items' | 'accepted' | 'declined' | 'used'>;

/** The items of a proposal, in their order. Anything in the text that is no item is left out. */
export function itemsOf({ items, accepted, declined, used }: Proposal): readonly ProposalItem[] {
  return listIn(items).flatMap((kept): readonly ProposalItem[] => {
    if (!isRecord(kept)) return [];
    const { id, name, args, rows } = kept;
    if (!isId(id) || !Array.isArray(rows)) return [];
    return [
      {
        id,
        name: String(name),
        args: isRecord(args) ? args : {},
        operation: isKnownMutation({ id, name, args }) ? ({ name, args } as Operation) : null,
        rows: rows.filter(isRowHistory),
        state: hasId(accepted, id) ? 'accepted' : hasId(declined, id) ? 'declined' : 'open',
        isUsed: hasId(used, id),
      },
    ];
  });
}

/** The column `items` with these items. */
export function textOfItems(items: readonly KeptItem[]): string {
  return JSON.stringify(items.map(({ id, name, args, rows }) => ({ id, name, args, rows })));
}

/** True while the user can accept one of its items. `now`: ms since 1970 UTC. */
export function isUndecided(proposal: Proposal & Pick<Rows['proposal'], 'expiresAt'>, now: number): boolean {
  return now < proposal.expiresAt && itemsOf(proposal).some(({ state }) => state === 'open');
}

/** Finds the rows that items would add, as they would be, for names of what is not there yet. */
export function addedBy(items: readonly ProposalItem[]): FindRow {
  const added = items.flatMap(({ rows }) => rows.filter(({ before }) => before === null));
  return (table, id) => {
    const row = added.find((each) => each.table === table && each.id === id);
    return row && withDefaults(table, { ...row.after, id });
  };
}

function listIn(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    // Only another app, or an erased row, has such a text.
    return [];
  }
}

function isRowHistory(value: unknown): value is RowHistory {
  if (!isRecord(value)) return false;
  const { table, id, before, after } = value;
  return (
    typeof table === 'string' &&
    isTableName(table) &&
    typeof id === 'string' &&
    (before === null || isRecord(before)) &&
    isRecord(after)
  );
}
