import type { Page } from '@playwright/test';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** The number of operations at a time, as many as the app writes together without a pause. */
const AT_ONCE = 500;

/**
 * Makes the app in `page` do thousands of operations, too many to do by hand. It uses the app's own replica,
 * which only React's tree gives access to. Resolves when all of them are durable on the device.
 */
export async function mutateInPage(page: Page, operations: readonly Operation[]): Promise<void> {
  for (let start = 0; start < operations.length; start += AT_ONCE)
    await page.evaluate(mutateAll, operations.slice(start, start + AT_ONCE));
}

/** The parts of React's tree that are needed here. */
interface Fiber {
  readonly memoizedProps: { readonly value?: unknown } | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** Runs in the page. */
async function mutateAll(operations: readonly Operation[]): Promise<void> {
  const isReplica = (value: unknown): value is Replica =>
    typeof value === 'object' && value !== null && 'mutate' in value && 'lists' in value;
  const find = (fiber: Fiber | null): Replica | null => {
    for (let next = fiber; next; next = next.sibling) {
      const value = next.memoizedProps?.value;
      const found = isReplica(value) ? value : find(next.child);
      if (found) return found;
    }
    return null;
  };
  const root = document.querySelector('#root');
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$')) ?? '';
  const container = (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[key];
  const replica = find(container?.stateNode.current ?? null);
  if (!replica) throw new Error('There is no replica in this page.');
  // The name and its arguments match, but the type of a union cannot express it.
  const mutate = (name: string, args: unknown) => replica.mutate(name as never, args as never);
  await Promise.all(operations.map(({ name, args }) => mutate(name, args)));
}
