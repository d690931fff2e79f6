import { flushSync } from 'react-dom';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { DAY_MINUTES, durationAt, STEP, standingOf, timeAt } from '#src/reading/calendar/standing.ts';
import type { Task } from '#src/tables/task/task.ts';
import { minutesOf, type Clock, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { MutateTogether } from '#src/web/data/use-mutate.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { scrollAtEdge } from '#src/web/tasks/drag/auto-scroll.ts';
import { showDrag, type DragPicture } from '#src/web/tasks/drag/drag-picture.ts';
import type { Dragging } from '#src/web/tasks/drag/press.ts';
import { scrollerOf } from '#src/web/ui/page/scroller.ts';
import { moveTask, resizeTask, type Target } from './move.ts';
import { movedText } from './moved-text.ts';

export interface DragContext {
  readonly replica: Replica;
  readonly zone: string;
  readonly clock: Clock;
  readonly mutateTogether: MutateTogether;
}

/** The drag of a task to a day, to a time, or out of the calendar. */
export class CalendarDrag implements Dragging {
  readonly #body: HTMLElement;
  readonly #context: DragContext;
  readonly #id: string;
  readonly #picture: DragPicture;
  /** The distance from the top of the block to the pointer, px. */
  readonly #held: number;
  /** The minutes of the task before the top of that block. */
  readonly #before: number;
  #x = 0;
  #y = 0;
  #over: HTMLElement | null = null;
  #frame = 0;

  constructor(body: HTMLElement, element: HTMLElement, start: PointerEvent, context: DragContext) {
    this.#body = body;
    this.#context = context;
    this.#id = element.dataset['move'] ?? element.dataset['task'] ?? '';
    const isBlock = element.closest('[data-target="time"]') !== null;
    this.#held = isBlock ? start.clientY - element.getBoundingClientRect().top : 0;
    const task = context.replica.get('task', this.#id);
    this.#before = isBlock && task ? minutesBefore(element, task, context.zone) : 0;
    this.#picture = showDrag(task?.name ?? '', 1, start.pointerType !== 'mouse');
    let before = performance.now();
    const draw = (now: number) => {
      this.#frame = requestAnimationFrame(draw);
      const elapsed = Math.min(now - before, 50);
      before = now;
      // The hours of a week scroll at their edges, and so does the page.
      const scrollers = new Set([this.#over && scrollerOf(this.#over), document.documentElement]);
      for (const scroller of scrollers)
        if (scroller && scrollAtEdge(scroller, this.#y, elapsed)) this.#look();
    };
    this.#frame = requestAnimationFrame(draw);
  }

  moveTo(x: number, y: number): void {
    [this.#x, this.#y] = [x, y];
    this.#look();
  }

  drop(): void {
    const target = this.#target();
    const task = this.#context.replica.get('task', this.#id);
    if (target && task) change(this.#context, this.#id, moveTask(task, target, this.#context.zone));
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#picture.remove();
    delete this.#over?.dataset['drop'];
  }

  #look(): void {
    const under = document.elementFromPoint(this.#x, this.#y)?.closest<HTMLElement>('[data-target]') ?? null;
    const over = this.#body.contains(under) ? under : null;
    if (over !== this.#over) {
      delete this.#over?.dataset['drop'];
      if (over) over.dataset['drop'] = '';
      this.#over = over;
    }
    this.#picture.follow(this.#x, this.#y);
    const target = this.#target();
    if (!over || target?.kind !== 'time' || target.day !== over.dataset['day'])
      return this.#picture.drawLine(null);
    const { left, top, width, height } = over.getBoundingClientRect();
    this.#picture.drawLine({ left, width, y: top + (minutesOf(target.time) / DAY_MINUTES) * height });
  }

  #target(): Target | null {
    const { day, target } = this.#over?.dataset ?? {};
    if (target === 'undated') return { kind: target };
    if (!this.#over || day === undefined) return null;
    if (target !== 'time') return { kind: target === 'untimed' ? target : 'day', day: day as CalendarDay };
    const { top, height } = this.#over.getBoundingClientRect();
    const at = Math.max(((this.#y - this.#held - top) / height) * DAY_MINUTES, 0);
    if (this.#before === 0) return { kind: target, day: day as CalendarDay, time: timeAt(at) };
    // The task began on an earlier day than this block's.
    const minutes = Math.round((at - this.#before) / STEP) * STEP;
    const days = Math.floor(minutes / DAY_MINUTES);
    return {
      kind: target,
      day: addDays(day as CalendarDay, days),
      time: timeAt(minutes - days * DAY_MINUTES),
    };
  }
}

/** The minutes of a task before its block of a later day; 0 for its first block. */
function minutesBefore({ dataset }: HTMLElement, task: Task, zone: string): number {
  const after = Number(dataset['after'] ?? 0);
  const time = standingOf(task, zone)?.time;
  return after > 0 && time ? after * DAY_MINUTES - minutesOf(time as TimeOfDay) : 0;
}

/** The drag of the end of a block. */
export class CalendarResize implements Dragging {
  readonly #block: HTMLElement;
  readonly #context: DragContext;
  readonly #picture: DragPicture;
  readonly #height: string;
  #duration: number | null = null;

  constructor(block: HTMLElement, start: PointerEvent, context: DragContext) {
    this.#block = block;
    this.#context = context;
    this.#height = block.style.blockSize;
    this.#picture = showDrag(this.#task?.name ?? '', 1, start.pointerType !== 'mouse');
  }

  get #task() {
    return this.#context.replica.get('task', this.#block.dataset['move'] ?? '');
  }

  moveTo(x: number, y: number): void {
    const column = this.#block.closest('[data-target]');
    const task = this.#task;
    const time = task && standingOf(task, this.#context.zone)?.time;
    if (!column || !time) return;
    const { top, height } = column.getBoundingClientRect();
    // The end stays within the day of the block.
    const end = Math.min(((y - top) / height) * DAY_MINUTES, DAY_MINUTES);
    const before = minutesBefore(this.#block, task, this.#context.zone);
    const lasted = before === 0 ? -minutesOf(time as TimeOfDay) : before;
    this.#duration = durationAt(end + lasted);
    this.#block.style.blockSize = `${((this.#duration - before) / DAY_MINUTES) * 100}%`;
    this.#picture.follow(x, y);
  }

  drop(): void {
    const [task, duration] = [this.#task, this.#duration];
    if (!task || duration === null) return;
    this.#restore();
    change(this.#context, task.id, resizeTask(task, duration, this.#context.zone));
  }

  end(): void {
    this.#picture.remove();
    this.#restore();
  }

  /** React writes a style only when it differs from its own last one, so the old height must be back before React renders. */
  #restore(): void {
    if (this.#duration !== null) this.#block.style.blockSize = this.#height;
    this.#duration = null;
  }
}

function change(
  { replica, zone, clock, mutateTogether }: DragContext,
  id: string,
  operation: Operation | null,
) {
  if (!operation) return;
  flushSync(() => void mutateTogether([operation], null));
  const task = replica.get('task', id);
  if (task) announce(movedText(task, zone, clock));
}
