import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useClock } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { openRowPopover } from '#src/web/focus/row-popover.ts';
import { makeDraggable } from '#src/web/tasks/drag/press.ts';
import { CalendarDrag, CalendarResize, type DragContext } from './calendar-drag.ts';

/** The controls that never begin a drag. */
const OWN = 'input, button:not([data-move]), a:not([data-control])';

/** Lets users drag tasks to days and times, from the grid and the lists beside it, and stretch blocks. */
export function useCalendarDrag(body: RefObject<HTMLElement | null>): void {
  const replica = useReplica();
  const zone = useTimeZone();
  const clock = useClock();
  const mutateTogether = useMutateTogether();
  const contextNow = useEffectEvent((): DragContext => ({ replica, zone, clock, mutateTogether }));
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    return makeDraggable(element, (target) => {
      const handle = target.closest<HTMLElement>('[data-resize]');
      const block = handle?.closest<HTMLElement>('[data-move]');
      if (handle && block)
        return { element: block, begin: (start) => new CalendarResize(block, start, contextNow()) };
      if (target.closest(OWN)) return null;
      const task = target.closest<HTMLElement>('[data-move], li[data-task]');
      if (!task) return null;
      const begin = (start: PointerEvent) => new CalendarDrag(element, task, start, contextNow());
      const id = task.dataset['move'];
      if (id === undefined) return { element: task, begin };
      return {
        element: task,
        begin,
        held: () => openRowPopover({ id, part: 'menu', anchor: task }),
      };
    });
  }, [body]);
}
