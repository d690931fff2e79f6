import { flushSync } from 'react-dom';
import { LIMITS } from '#src/domain/limits.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { MutateTogether } from '#src/web/data/use-mutate.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { focusTask } from '#src/web/focus/row-focus.ts';
import { foldedRows, toggleFold } from '#src/web/tasks/folded-rows.ts';
import { keyOf, type Section } from '#src/web/tasks/list/list-plan.ts';
import { moveOperations, type Order } from '#src/web/tasks/manual-order.ts';
import { movedText } from '#src/web/tasks/order-texts.ts';
import { selectedIds } from '#src/web/tasks/selection.ts';
import { scrollerOf } from '#src/web/ui/page/scroller.ts';
import { scrollAtEdge, scrollAtSide } from './auto-scroll.ts';
import { showDrag, type DragPicture } from './drag-picture.ts';
import styles from './drag-picture.module.css';
import {
  heightOf,
  isSameSpot,
  movedIn,
  spotInDay,
  spotInTree,
  type Drop,
  type Gap,
  type Moved,
} from './drop-spot.ts';
import { gapAt, idOf, ROW, type GapPlace } from './gap-at.ts';
import { SidebarTarget } from './sidebar-target.ts';

/** The current state of a list, read when needed. */
export interface DragList {
  readonly replica: Replica;
  readonly mutateTogether: MutateTogether;
  readonly sections: readonly Section[];
  readonly order: Order;
  /** The common parent of all rows, in a task's list of sub-tasks; else null. */
  readonly root: string | null;
  /** The effect of a drop, if the sections are the columns of a board. */
  readonly board?: BoardDrops | undefined;
}

export interface BoardDrops {
  /** Null where a drop is not allowed. */
  readonly spotAt: (gap: Gap, moved: Moved) => Drop | null;
  /** `from`: the column of the dragged row. */
  readonly operations: (ids: readonly string[], from: string, drop: Drop) => readonly Operation[];
  /** Describes the result to users of screen readers. */
  readonly text: (id: string, drop: Drop) => string;
}

/** Rows while they are dragged: they are dimmed in their places, and a line shows the place of the drop. */
export class Drag {
  readonly #element: HTMLElement;
  readonly #listNow: () => DragList;
  readonly #id: string;
  /** The pressed row's task, or all selected tasks if it is one of them. */
  readonly #tasks: ReadonlySet<string>;
  readonly #start: { readonly x: number; readonly y: number };
  readonly #picture: DragPicture;
  /** The element that scrolls the list. On a board each column scrolls by itself. */
  readonly #scroller: Element;
  /** The section of the pressed row. */
  readonly #from: string | undefined;
  #sections: readonly Section[] = [];
  #moved: Moved;
  #x: number;
  #y: number;
  #isDirty = true;
  #drop: Drop | null = null;
  /** The column of the drop, on a board. */
  #column: string | undefined;
  #frame = 0;
  readonly #aside: SidebarTarget;

  constructor(element: HTMLElement, row: HTMLElement, start: PointerEvent, listNow: () => DragList) {
    const { replica, sections } = listNow();
    this.#element = element;
    this.#listNow = listNow;
    this.#scroller = scrollerOf(element);
    this.#id = idOf(row);
    this.#start = { x: start.clientX, y: start.clientY };
    [this.#x, this.#y] = [start.clientX, start.clientY];
    const selected = selectedIds();
    this.#tasks = selected.has(this.#id) ? selected : new Set([this.#id]);
    const { ids, rows } = movedIn(sections, this.#tasks);
    const childrenOf = (id: string) => replica.lists.under(id);
    this.#moved = { ids, rows, height: Math.max(...ids.map((id) => heightOf(id, childrenOf))) };
    this.#aside = new SidebarTarget(replica, () => this.#moved.ids);
    this.#from = row.closest('section')?.dataset['section'];
    this.#picture = showDrag(
      replica.get('task', this.#id)?.name ?? '',
      ids.length,
      start.pointerType !== 'mouse',
    );
    getSelection()?.removeAllRanges();
    let before = performance.now();
    const draw = (now: number) => {
      this.#frame = requestAnimationFrame(draw);
      const hasScrolled = this.#scroll(Math.min(now - before, 50));
      before = now;
      this.#aside.stay(now);
      if (hasScrolled || this.#isDirty || this.#listNow().sections !== this.#sections) this.#look();
    };
    this.#frame = requestAnimationFrame(draw);
  }

  moveTo(x: number, y: number): void {
    [this.#x, this.#y] = [x, y];
    this.#isDirty = true;
  }

  drop(): void {
    this.#look();
    const { replica, mutateTogether, order, board } = this.#listNow();
    const before = replica.get('task', this.#id);
    const drop = this.#drop;
    const aside = this.#aside.drop();
    if (aside) {
      flushSync(() => void mutateTogether(aside.operations, aside.done));
      if (document.activeElement === document.body) focusTask(this.#id);
      return;
    }
    if (!drop || !before) return;
    if (drop.parentId !== null && foldedRows.get().has(drop.parentId)) toggleFold(drop.parentId);
    const operations = board
      ? board.operations(this.#moved.ids, this.#from ?? '', drop)
      : moveOperations(replica, this.#moved.ids, drop, order);
    if (operations.length === 0) return;
    flushSync(() => void mutateTogether(operations, null));
    const moved = board ? board.text(this.#id, drop) : movedText(replica, before, order);
    if (moved !== null) announce(moved);
    // An element that moves in the document loses the focus.
    if (document.activeElement === document.body) focusTask(this.#id);
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#showColumn(undefined);
    this.#aside.end();
    this.#picture.remove();
    this.#dim(new Set());
  }

  /** Finds the place of the drop, and shows it. */
  #look(): void {
    this.#isDirty = false;
    const { sections } = this.#listNow();
    if (sections !== this.#sections) {
      this.#sections = sections;
      this.#moved = { ...this.#moved, ...movedIn(sections, this.#tasks) };
    }
    this.#dim(this.#moved.rows);
    if (this.#aside.look(this.#x, this.#y)) return this.#leaveList();
    const gap = gapAt(this.#element, sections, this.#x, this.#y);
    const spot = gap && this.#spotAt(gap, this.#x - this.#start.x);
    this.#drop = spot && !this.#isThere(spot) ? spot : null;
    this.#picture.follow(this.#x, this.#y);
    const isBoard = this.#drop?.column !== undefined;
    // If the column sorts its tasks itself, only the column is highlighted.
    const hasPlace = !isBoard || (this.#drop?.after ?? this.#drop?.before ?? null) !== null;
    this.#picture.drawLine(this.#drop && gap && hasPlace ? this.#lineAt(gap, this.#drop.level) : null);
    if (isBoard || this.#column !== undefined) this.#showColumn(this.#drop?.column);
  }

  /** Over the sidebar, no place of the list is shown. */
  #leaveList(): void {
    this.#drop = null;
    this.#picture.follow(this.#x, this.#y);
    this.#picture.drawLine(null);
    this.#showColumn(undefined);
  }

  /** `shift`: the distance of the pointer to the right of its start, px. */
  #spotAt(gap: Gap, shift: number): Drop | null {
    const { replica, order, root, board } = this.#listNow();
    if (board) return board.spotAt(gap, this.#moved);
    if (order === 'day')
      return spotInDay(gap, this.#moved, (id) => replica.get('task', id) ?? { date: null, time: null });
    const { levels } = this.#sectionOf(this.#id) ?? gap.section;
    const deeper = Math.round((isRightToLeft(this.#element) ? -shift : shift) / indent());
    const spot = spotInTree(gap, this.#moved, (levels?.get(this.#id) ?? 0) + deeper, root);
    const { parentId = null } = spot ?? {};
    if (parentId === null) return spot;
    const newOnes = this.#moved.ids.filter((id) => replica.get('task', id)?.parentId !== parentId);
    const count = replica.lists.count(`under:${parentId}`) + newOnes.length;
    return newOnes.length === 0 || count <= LIMITS.subTasks ? spot : null;
  }

  #isThere(spot: Drop): boolean {
    const section = this.#sectionOf(this.#id);
    if (this.#moved.ids.length > 1 || !section) return false;
    const standing = this.#spotAt({ section, index: section.ids.indexOf(this.#id) }, 0);
    return standing !== null && isSameSpot(spot, standing);
  }

  #sectionOf(id: string): Section | undefined {
    const holders = this.#sections.filter(({ ids }) => ids.includes(id));
    return holders.find((section) => keyOf(section) === this.#from) ?? holders[0];
  }

  #lineAt({ y, left, width }: GapPlace, level: number) {
    const start = 8 + level * indent();
    return { left: isRightToLeft(this.#element) ? left : left + start, width: width - start, y };
  }

  /** Scrolls the element under the pointer near its edges. Returns true if anything moved. */
  #scroll(elapsed: number): boolean {
    const { board } = this.#listNow();
    if (!board) return scrollAtEdge(this.#scroller, this.#y, elapsed);
    const under = document.elementFromPoint(this.#x, this.#y)?.closest('section[data-section]');
    const list = under?.querySelector<HTMLElement>('[data-list]');
    const hasMoved = list && this.#element.contains(list) && scrollAtEdge(scrollerOf(list), this.#y, elapsed);
    return scrollAtSide(this.#element, this.#x, elapsed) || hasMoved === true;
  }

  #showColumn(key: string | undefined): void {
    if (key === this.#column) return;
    this.#column = key;
    for (const section of this.#element.querySelectorAll<HTMLElement>('section'))
      section.toggleAttribute('data-drop', key !== undefined && section.dataset['section'] === key);
  }

  #dim(rows: ReadonlySet<string>): void {
    for (const row of this.#element.querySelectorAll<HTMLElement>(ROW))
      row.classList.toggle(styles['dragged'] ?? '', rows.has(idOf(row)));
  }
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** The indent of each level, px: as in task-row.module.css. */
function indent(): number {
  return 1.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
}
