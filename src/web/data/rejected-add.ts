import type { Mutation } from '#src/tables/operations.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';

export type AddMutation = Extract<Mutation, { name: 'task.add' | 'collection.add' }>;

/**
 * The rejected mutation that added the task or collection with this id. Later mutations of the row were
 * rejected because it is missing.
 */
export function rejectedAdd(rejections: readonly Rejection[], id: string): AddMutation | undefined {
  for (const { mutation } of rejections) {
    const isAdd = mutation.name === 'task.add' || mutation.name === 'collection.add';
    if (isAdd && mutation.args.id === id) return mutation;
  }
  return undefined;
}
