import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { MessageTry, WebhookEnd } from '#src/reading/webhooks/webhooks-api.ts';
import type { Database, HookMessageTable, HookTable } from '#src/server/db/tables.ts';
import type { Posted } from '#src/server/reminders/ways/post.ts';
import { pauseAfter } from './pauses.ts';

type Tx = Transaction<Database>;

/** A webhook that fails for so long (ms) is switched off. */
const FAILING_MS = 5 * 86_400_000;

/** The tries of a message that are kept. */
const MOST_TRIES = 20;

export type ClaimedHook = Pick<
  HookTable,
  'id' | 'name' | 'query' | 'address' | 'secret' | 'slot' | 'failures'
> & { readonly failing_since: number | null };

export type DueMessage = Pick<HookMessageTable, 'id' | 'events' | 'created_at' | 'until' | 'tries'>;

/** The state of a webhook after a try. */
export interface AfterTry {
  readonly failures: number;
  readonly failing_since: number | null;
  readonly failure: Posted['failure'];
  readonly ended: WebhookEnd | null;
  readonly sent_at?: number;
}

/** The webhook after a post at `now`. */
export function afterTry(hook: ClaimedHook, { failure, isGone }: Posted, now: number): AfterTry {
  if (failure === null) return { failures: 0, failing_since: null, failure, ended: null, sent_at: now };
  const failing_since = hook.failing_since ?? now;
  const isOver = now - failing_since >= FAILING_MS;
  // A receiver that rejects a message is not down: the others wait for the shortest pause alone.
  const isRejected = failure === 'REJECTED' || failure === 'TOO_LARGE';
  return {
    failures: isRejected ? 1 : hook.failures + 1,
    failing_since,
    failure,
    ended: isGone ? 'GONE' : isOver ? 'FAILING' : null,
  };
}

/** The message after a post at `now`. Its pauses grow with each of its tries. */
export function messageAfter(
  { tries: before, until }: DueMessage,
  { failure, retryAfterMs }: Posted,
  now: number,
) {
  const tries = [...(JSON.parse(before) as MessageTry[]), { at: now, failure }];
  const failed = tries.filter((each) => each.failure !== null).length;
  const at = now + Math.max(pauseAfter(failed), retryAfterMs ?? 0);
  const isLast = failure === null || at > until;
  return {
    state: failure === null ? ('sent' as const) : isLast ? ('failed' as const) : ('waiting' as const),
    wake_at: isLast ? null : at,
    tries: JSON.stringify(tries.slice(-MOST_TRIES)),
  };
}

/** Gives up the messages of a webhook that has ended. */
export async function giveUpMessages(tx: Tx, spaceId: SpaceId, hookId: string): Promise<void> {
  await tx
    .updateTable('hook_message')
    .set({ state: 'failed', wake_at: null })
    .where('space_id', '=', spaceId)
    .where('hook_id', '=', hookId)
    .where('wake_at', 'is not', null)
    .execute();
}
