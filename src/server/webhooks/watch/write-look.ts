import type { Transaction } from 'kysely';
import { inChunks } from '#src/domain/in-chunks.ts';
import { newId } from '#src/domain/id.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { longestPause } from '#src/server/webhooks/deliver/pauses.ts';
import type { HookEvent } from '#src/server/webhooks/hook-event.ts';
import type { Looked } from './look-at-space.ts';

type Tx = Transaction<Database>;

/** The events of one message. */
const MOST_EVENTS = 100;

/** How long (ms) a message is tried. */
export const TRIED_MS = 3 * 86_400_000;

/** The most messages of a webhook that are kept. The oldest go first. */
const MOST_MESSAGES = 2_000;

const ROWS_AT_ONCE = 200;

/** Writes the findings of a look. False, with nothing written, when another server was first. */
export async function writeLook(tx: Tx, looked: Looked, now: number): Promise<boolean> {
  const { watch, slots, events, filled } = looked;
  const { space_id, step, ...found } = watch;
  const { numUpdatedRows } = await tx
    .updateTable('hook_watch')
    .set({ ...found, step: step + 1 })
    .where('space_id', '=', space_id)
    .where('step', '=', step)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await writeSlots(tx, space_id, slots);
  if (filled.length > 0)
    await tx
      .updateTable('hook')
      .set({ is_filled: 1 })
      .where('space_id', '=', space_id)
      .where('id', 'in', filled)
      .execute();
  for (const [hookId, all] of events) await addMessages(tx, space_id, hookId, all, now);
  return true;
}

async function writeSlots(tx: Tx, space_id: SpaceId, slots: Looked['slots']): Promise<void> {
  const gone = [...slots].filter(([, bits]) => bits === 0).map(([id]) => id);
  const kept = [...slots]
    .filter(([, bits]) => bits !== 0)
    .map(([id, bits]) => ({ space_id, id, slots: bits }));
  for (const some of inChunks(gone, ROWS_AT_ONCE))
    await tx.deleteFrom('hook_task').where('space_id', '=', space_id).where('id', 'in', some).execute();
  for (const some of inChunks(kept, ROWS_AT_ONCE))
    await tx
      .insertInto('hook_task')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['space_id', 'id']).doUpdateSet((eb) => ({ slots: eb.ref('excluded.slots') })),
      )
      .execute();
}

/** Adds the messages of a webhook. */
async function addMessages(
  tx: Tx,
  space_id: SpaceId,
  hook_id: string,
  events: readonly HookEvent[],
  now: number,
): Promise<void> {
  await wake(tx, space_id, hook_id, now);
  const messages = inChunks(events, MOST_EVENTS).map((some) => ({
    space_id,
    hook_id,
    id: newId(),
    events: JSON.stringify(some),
    created_at: now,
    until: now + TRIED_MS,
    wake_at: now,
    state: 'waiting' as const,
    tries: '[]',
  }));
  for (const some of inChunks(messages, ROWS_AT_ONCE))
    await tx.insertInto('hook_message').values(some).execute();
  const ofHook = tx
    .selectFrom('hook_message')
    .where('space_id', '=', space_id)
    .where('hook_id', '=', hook_id);
  const beyond = await ofHook
    .select('id')
    .orderBy('id', 'desc')
    .offset(MOST_MESSAGES)
    .limit(1)
    .executeTakeFirst();
  if (beyond)
    await tx
      .deleteFrom('hook_message')
      .where('space_id', '=', space_id)
      .where('hook_id', '=', hook_id)
      .where('id', '<=', beyond.id)
      .execute();
}

/** Locks a webhook, so that a server which is about to find nothing left waits for its new messages, and wakes it. */
async function wake(tx: Tx, space_id: SpaceId, hook_id: string, now: number): Promise<void> {
  const own = tx.updateTable('hook').where('space_id', '=', space_id).where('id', '=', hook_id);
  const hook = await own
    .set((eb) => ({ wake_at: eb.fn.coalesce(eb.ref('wake_at'), eb.val(now)) }))
    .returning(['wake_at', 'lease_until', 'failures', 'failure'])
    .executeTakeFirst();
  // The end of the lease finds these messages.
  if (!hook || hook.lease_until > now) return;
  // It may wait for the next try of a message that its receiver rejects, long after the receiver's own pause.
  const wake_at = now + longestPause(hook.failures, hook.failure);
  if (wake_at < (hook.wake_at ?? now)) await own.set({ wake_at }).execute();
}
