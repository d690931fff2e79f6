import { ownerOf, type SpaceId } from '#src/domain/space.ts';
import { Rounds, type Look } from '#src/server/rounds/rounds.ts';
import { Rates, type Rate } from '#src/sync/server/rates.ts';
import { Turn, type TurnOptions } from './turn.ts';

/** The messages of a webhook: a burst, and then one a second. Each has up to 100 events. */
const MESSAGE_RATE: Rate = { burst: 60, perSecond: 1 };

const SERVED_AT_ONCE = 1_024;
const LOOK_AHEAD = 1_000;

/** The delay (ms) after a failure of this server. */
const AGAIN_MS = 5_000;

export interface DelivererOptions extends TurnOptions {
  /** ms of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly log: { error(details: object, message: string): void };
}

/** A webhook among those of all users. */
type HookKey = string;

/**
 * Sends the messages of webhooks, on each server: those of one webhook one after the other. A failure puts the whole
 * webhook off: a receiver that is down costs one post for each pause. A rejected message puts the others
 * off for seconds. When a server dies, another one goes on after the lease, under the same `webhook-id`.
 */
export class Deliverer {
  readonly rounds: Rounds<HookKey>;
  readonly #options: DelivererOptions;
  readonly #rates: Rates;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#rates = new Rates(MESSAGE_RATE, options.elapsed);
    this.rounds = new Rounds<HookKey>({
      now: options.now,
      servedAtOnce: SERVED_AT_ONCE,
      look: (look) => this.#look(look),
      serve: (key) => this.#serve(key),
      lookFailed: (error) =>
        options.log.error({ err: error }, 'the look for messages of webhooks failed, and is tried again'),
    });
  }

  expect(spaceId: SpaceId, hookId: string, at: number): void {
    this.rounds.expect(`${spaceId} ${hookId}`, at);
  }

  async #look({ now, until, add }: Look<HookKey>): Promise<number> {
    this.#rates.sweep();
    const rows = await this.#options.database.db
      .selectFrom('hook')
      .select(['space_id', 'id', 'wake_at'])
      .where('wake_at', '<=', until)
      .orderBy('wake_at')
      .limit(LOOK_AHEAD)
      .execute();
    for (const { space_id, id, wake_at } of rows) add(`${space_id} ${id}`, wake_at ?? now);
    const last = rows.length < LOOK_AHEAD ? until : (rows.at(-1)?.wake_at ?? until);
    return Math.max(last, now + AGAIN_MS);
  }

  /** A turn of a webhook. A failure of this server is logged, and the turn comes again. */
  async #serve(key: HookKey): Promise<void> {
    const [space = '', hookId = ''] = key.split(' ');
    const spaceId = space as SpaceId;
    const { now, log } = this.#options;
    try {
      const turn = new Turn(this.#options, this.#rates, spaceId, hookId);
      const next = await turn.take(() => this.rounds.isStopped);
      if (next !== null) this.rounds.expect(key, next);
    } catch (error) {
      log.error(
        { err: error, userId: ownerOf(spaceId) },
        'messages of a webhook could not be sent, and are tried again',
      );
      this.rounds.expect(key, now() + AGAIN_MS);
    }
  }
}
