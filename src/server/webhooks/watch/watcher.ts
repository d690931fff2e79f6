import { setTimeout as delay } from 'node:timers/promises';
import { ownerOf, spaceOf, type SpaceId } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { WorkLimit } from '#src/server/db/work-limit.ts';
import { Rounds, type Look } from '#src/server/rounds/rounds.ts';
import { newestVersions } from '#src/sync/server/pull.ts';
import { lookAtSpace } from './look-at-space.ts';
import { writeLook } from './write-look.ts';

/** The numbers of spaces that are looked at together, wait for that, and are found by one statement. */
const LOOKED_AT_ONCE = 2;
const SERVED_AT_ONCE = 256;
const SPACES_AT_ONCE = 1_000;

/** A space rests this many times as long as its look took, and this long (ms) at least. */
const REST = 10;
const LEAST_REST_MS = 500;

/** The delay (ms) after a failure. */
const AGAIN_MS = 5_000;

export interface WatcherOptions {
  readonly database: AppDatabase;
  /** ms since 1970 UTC. */
  readonly now: () => number;
  /** ms of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly log: { error(details: object, message: string): void };
  /** Told when a webhook has messages to send. */
  readonly onMessages: (spaceId: SpaceId, hookId: string) => void;
}

/**
 * Finds the events of webhooks, on each server: the changes since the version that `hook_watch` names. A change on this
 * server is found within a second, and a change on another one by the look at all spaces with webhooks. A server that
 * dies has written the events with the version, or neither.
 */
export class Watcher {
  readonly rounds: Rounds<SpaceId>;
  readonly #options: WatcherOptions;
  readonly #limit = new WorkLimit(LOOKED_AT_ONCE);
  /** The spaces with webhooks, as of the last look. */
  #watched: ReadonlySet<SpaceId> = new Set();
  /** The instants when spaces have rested. */
  readonly #restedAt = new Map<SpaceId, number>();

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.rounds = new Rounds<SpaceId>({
      now: options.now,
      servedAtOnce: SERVED_AT_ONCE,
      look: (look) => this.#lookAtAll(look),
      serve: (spaceId) => this.#serve(spaceId),
      lookFailed: (error) =>
        options.log.error({ err: error }, 'the look for changes for webhooks failed, and is tried again'),
    });
  }

  /** Tells of a change in a space. */
  changed(spaceId: SpaceId): void {
    if (this.#watched.has(spaceId)) this.#expect(spaceId);
  }

  /** Tells of a new webhook. */
  added(spaceId: SpaceId): void {
    this.#watched = new Set(this.#watched).add(spaceId);
    this.#expect(spaceId);
  }

  #expect(spaceId: SpaceId): void {
    this.rounds.expect(spaceId, Math.max(this.#options.now(), this.#restedAt.get(spaceId) ?? 0));
  }

  async #lookAtAll({ now, until, add }: Look<SpaceId>): Promise<number> {
    const { database } = this.#options;
    for (const [spaceId, at] of this.#restedAt) if (at <= now) this.#restedAt.delete(spaceId);
    const watched = new Set<SpaceId>();
    for (let after: SpaceId | undefined = spaceOf(''); after !== undefined;) {
      const last: SpaceId = after;
      const rows = await database.db
        .selectFrom('hook_watch')
        .select(['space_id', 'version', 'scan_after', 'context', 'wake_at'])
        .where('space_id', '>', last)
        .orderBy('space_id')
        .limit(SPACES_AT_ONCE)
        .execute();
      const ids = rows.map(({ space_id }) => space_id);
      const versions = ids.length === 0 ? null : await database.snapshot((tx) => newestVersions(tx, ids));
      for (const { space_id, version, scan_after, context, wake_at } of rows) {
        watched.add(space_id);
        const isBehind = version < (versions?.get(space_id) ?? 0) || scan_after !== null || context === '';
        if (isBehind) add(space_id, now);
        else if (wake_at <= until) add(space_id, wake_at);
      }
      after = rows.length < SPACES_AT_ONCE ? undefined : ids.at(-1);
    }
    this.#watched = watched;
    return until;
  }

  /** Looks at a space until nothing is left. */
  async #serve(spaceId: SpaceId): Promise<void> {
    const { now, elapsed, log } = this.#options;
    // The space changed while it was looked at.
    if (now() < (this.#restedAt.get(spaceId) ?? 0)) return this.#expect(spaceId);
    const from = elapsed();
    try {
      while (!this.rounds.isStopped) {
        let before = elapsed();
        // Others have half of the time.
        const giveWay = async () => {
          await delay(elapsed() - before);
          before = elapsed();
        };
        const hasMore = await this.#limit.run(() => this.#lookAt(spaceId, giveWay));
        if (!hasMore) break;
        await giveWay();
      }
      this.#restedAt.set(spaceId, now() + Math.max(LEAST_REST_MS, REST * (elapsed() - from)));
    } catch (error) {
      log.error(
        { err: error, userId: ownerOf(spaceId) },
        'events of webhooks could not be found, and are looked for again',
      );
      this.rounds.expect(spaceId, now() + AGAIN_MS);
    }
  }

  /** One step. True when more is left. */
  async #lookAt(spaceId: SpaceId, giveWay: () => Promise<void>): Promise<boolean> {
    const { database, now, onMessages } = this.#options;
    const at = now();
    const looked = await lookAtSpace(database, spaceId, at, giveWay);
    if (!looked) return false;
    const isWritten = await database.transact((tx) => writeLook(tx, looked, at));
    if (!isWritten) return true;
    for (const hookId of looked.events.keys()) onMessages(spaceId, hookId);
    return looked.hasMore;
  }
}
