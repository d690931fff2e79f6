import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import type { BoardDrops } from '#src/web/tasks/drag/drag.ts';
import type * as dragCode from '#src/web/tasks/drag/row-drag.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';
import type { Order } from './manual-order.ts';

let loadedCode: typeof dragCode | null = null;

/**
 * Makes the rows of a list draggable, once the code for it is loaded. `root`: the common parent of all rows,
 * in a list of sub-tasks; `board`: the effect of a drop, if the sections are columns. Returns true once the
 * code is loaded: it then handles long presses.
 */
export function useDragging(
  list: RefObject<HTMLElement | null>,
  sections: readonly Section[],
  order: Order | undefined,
  root: string | null = null,
  board?: BoardDrops,
): boolean {
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const [code, setCode] = useState(loadedCode);
  useWhenIdle(async () => {
    loadedCode ??= await import('#src/web/tasks/drag/row-drag.ts');
    setCode(loadedCode);
  });
  const listNow = useEffectEvent((of: Order) => ({
    replica,
    mutateTogether,
    sections,
    order: of,
    root,
    board,
  }));
  useEffect(() => {
    if (!code || !list.current || !order) return;
    return code.makeRowsDraggable(list.current, () => listNow(order));
  }, [code, list, order]);
  return code !== null && order !== undefined;
}
