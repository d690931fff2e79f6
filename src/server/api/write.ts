import type { Transaction } from 'kysely';
import { z } from 'zod';
import { InvalidValue } from '#src/tables/kit/column.ts';
import { mutationOf, type Mutation, type Operation } from '#src/tables/operations.ts';
import type { Database } from '#src/server/db/tables.ts';
import { newestOf, type Outcome } from '#src/sync/protocol.ts';
import { keepOutcome, lockSpace } from '#src/sync/server/keep-outcome.ts';
import type { Work } from '#src/sync/server/pace.ts';
import { programOf, type TokenCall, type WriteCall } from './endpoint.ts';
import { ApiProblem } from './problem.ts';
import type { Reach } from './reach.ts';

/** The answer of a write; the same when it is repeated. The version is where GET /changes goes on. */
export const writtenOne = z.object({ id: z.uuid(), version: z.int() }).meta({ id: 'Written' });
export const writtenAll = z.object({ version: z.int() }).meta({ id: 'WrittenBatch' });

/** The operations of a write, planned on the rows that are there. */
export type Plan = (tx: Transaction<Database>) => Promise<readonly Operation[]>;

/** A write that was done before, found while it was done again. */
class DoneBefore extends Error {
  readonly version: number;

  constructor(version: number) {
    super('This write was done before.');
    this.version = version;
  }
}

/** Rows have changed between the plan of a write and its push. */
class ChangedMeanwhile extends Error {
  constructor() {
    super('Rows have changed since the write was planned.');
  }
}

/** The work of recording an outcome without a push. */
const ONE_OUTCOME: Work = { mutations: 1, ms: 0, tasks: 0, bytes: 0, followed: 0 };

/** How often a write is planned whose rows change meanwhile. */
const MOST_PLANS = 5;

/**
 * Does the operations of a write as the user: all of them or none, and once for each Idempotency-Key. Returns the
 * user's version after it. Throws an ApiProblem.
 */
export async function write(call: WriteCall, plan: Plan): Promise<number> {
  await call.beforeWrite();
  return writeOnce(call, plan, false);
}

/**
 * The same for a plan that rejects rows with other values than its caller believes (rule M3). It is made again when any
 * row has changed before its operations are done. Throws CHANGED_SINCE when rows never cease to change.
 */
export async function writeAsBelieved(call: WriteCall, plan: Plan): Promise<number> {
  await call.beforeWrite();
  for (let plans = 0; plans < MOST_PLANS; plans++) {
    try {
      return await writeOnce(call, plan, true);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new ApiProblem('CHANGED_SINCE');
}

async function writeOnce(call: WriteCall, plan: Plan, isAsPlanned: boolean): Promise<number> {
  const { database, hub, token, spaceId, stamp, reach } = call;
  const planned = await database.snapshot(async (tx) => {
    const done = await stamp.earlier(tx, spaceId, Number.MAX_SAFE_INTEGER);
    if (done) return versionOf(done);
    const mutations = mutationsOf(await plan(tx), (n) => stamp.mutationId(n));
    await reach.checkNamed(tx, spaceId, mutations);
    return { mutations, version: await versionNow(tx, call) };
  });
  if (typeof planned === 'number') return planned;
  const { mutations, version } = planned;
  if (mutations.length === 0) return changeNothing(call, version);
  try {
    const pushed = await hub.change(programOf(token), mutations, async (tx, { patch }, written) => {
      const done = await stamp.earlier(tx, spaceId, patch.from);
      if (done) throw new DoneBefore(versionOf(done));
      if (isAsPlanned && patch.from !== version) throw new ChangedMeanwhile();
      throwRejection(patch.outcomes, reach);
      await reach.checkWritten(tx, spaceId, written);
    });
    call.afterWrite(pushed);
    return newestOf(pushed.patch);
  } catch (error) {
    if (error instanceof DoneBefore) return error.version;
    throw error;
  }
}

/**
 * Uses the key of a write that changes nothing, so that its repeat changes nothing either, whatever happens meanwhile.
 * Returns the version of its answer.
 */
async function changeNothing(call: WriteCall, version: number): Promise<number> {
  const { database, spaceId, stamp, now } = call;
  if (!stamp.isGiven) return version;
  const answered = await database.transact(async (tx) => {
    await lockSpace(tx, spaceId);
    const done = await stamp.earlier(tx, spaceId, Number.MAX_SAFE_INTEGER);
    if (done) return versionOf(done);
    await keepOutcome(tx, spaceId, { id: stamp.mutationId(0), version, now });
    return version;
  });
  call.afterWrite({ work: ONE_OUTCOME });
  return answered;
}

/** The version of an earlier write with the same stamp (see Stamp.earlier). Throws KEY_REUSED. */
export function versionOf({ same, version }: { readonly same: boolean; readonly version: number }): number {
  if (!same) throw new ApiProblem('KEY_REUSED');
  return version;
}

/** Throws an ApiProblem for the first operation that was rejected. */
export function throwRejection(outcomes: readonly Outcome[], reach: Reach): void {
  for (const [operation, { rejection }] of outcomes.entries()) {
    if (rejection === null) continue;
    // A limited token gets one answer for rows that are gone and rows that it does not reach.
    if (!reach.isAll && rejection.endsWith('GONE')) throw new ApiProblem('NOT_FOUND');
    throw new ApiProblem(rejection, undefined, { operation });
  }
}

/** The mutations with an id by their place. Throws an ApiProblem for arguments that no operation takes. */
export function mutationsOf(
  operations: readonly Operation[],
  idOf: (place: number) => string,
): readonly Mutation[] {
  return operations.map((operation, n) => {
    try {
      return mutationOf(idOf(n), operation);
    } catch (error) {
      if (error instanceof InvalidValue)
        throw new ApiProblem('INVALID_VALUE', `${error.message}.`, { operation: n });
      throw error;
    }
  });
}

async function versionNow(tx: Transaction<Database>, { spaceId }: TokenCall): Promise<number> {
  const space = await tx
    .selectFrom('space')
    .select('version')
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return space?.version ?? 0;
}
