import { z } from 'zod';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import { MUTATORS, type MutatorName, type Operation } from '#src/tables/operations.ts';
import { endpoint } from './endpoint.ts';
import { PROBLEM_CODES, statusOf } from './problem.ts';
import { write, writtenAll } from './write.ts';

const names = Object.keys(MUTATORS) as [MutatorName, ...MutatorName[]];

export const batchEndpoint = endpoint({
  method: 'POST',
  path: '/batch',
  name: 'batch',
  summary: 'Does operations of the app, in their order: all of them or none.',
  scope: 'write',
  body: z.strictObject({
    operations: z
      .array(z.strictObject({ name: z.enum(names), args: z.record(z.string(), z.unknown()) }))
      .min(1)
      .max(MAX_BATCH),
  }),
  status: 200,
  output: writtenAll,
  errors: PROBLEM_CODES.filter((code) => statusOf(code) === 409),
  run: async (call) => ({
    // The arguments are checked when each operation becomes a mutation.
    version: await write(call, async () => call.body.operations as unknown as readonly Operation[]),
  }),
});
