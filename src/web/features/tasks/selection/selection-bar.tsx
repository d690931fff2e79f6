import { Toolbar } from '@base-ui/react/toolbar';
import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { Check } from '#src/web/ui/icons/check.ts';
import { FolderInput } from '#src/web/ui/icons/folder-input.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import type { Operation } from '#src/tables/operations.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { useCloseRequest } from '#src/web/focus/close-request.ts';
import { askToDelete } from '#src/web/focus/dialogs.ts';
import { pageHeading } from '#src/web/focus/focus.ts';
import { rowOf } from '#src/web/focus/row-focus.ts';
import { useRowPopover } from '#src/web/focus/row-popover.ts';
import { useShortcutKeys } from '#src/web/focus/shortcut-keys.ts';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { onceRead } from '#src/web/tasks/complete-task.ts';
import { clearSelection } from '#src/web/tasks/selection.ts';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { completeAll, dateAll, deleteAll, labelAll, moveAll, prioritiseAll } from './changes.ts';
import { PlaceChoices } from './place-choices.tsx';
import styles from './selection-bar.module.css';
import { DayChoices, LabelChoices, PriorityChoices } from './selection-choices.tsx';
import { SelectionMore } from './selection-more.tsx';
import { useSelected } from './use-selected.ts';

const MENU_NAMES = {
  move: 'Move',
  date: 'Date',
  priority: 'Priority',
  labels: 'Labels',
  more: 'More',
} as const;

type MenuId = keyof typeof MENU_NAMES;

/** The actions on all selected tasks, each as one change. */
export function SelectionBar() {
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const tasks = useSelected();
  const count = tasks.length;
  const bar = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<MenuId | null>(null);
  const { pathname } = useLocation();

  useEffect(() => announce(`${formatCount(count)} selected`), [count]);
  useEffect(() => () => announce(''), []);
  // Another page shows other tasks, so the selection ends.
  const [openedAt] = useState(pathname);
  useEffect(() => {
    if (pathname !== openedAt) clearSelection();
  }, [pathname, openedAt]);

  const leave = () => {
    const row = rowOf(tasks[0]?.id ?? '');
    const isInBar = bar.current?.contains(document.activeElement);
    setMenu(null);
    clearSelection();
    if (isInBar)
      queueMicrotask(() => (row?.isConnected ? row : pageHeading())?.focus({ preventScroll: true }));
  };
  useCloseRequest(menu === null, leave);
  const popover = useRowPopover();
  useShortcutKeys({
    Escape: () => {
      if (menu !== null || popover !== null) return false;
      leave();
      return true;
    },
  });

  const change = (operations: readonly Operation[], success?: string) => {
    setMenu(null);
    void mutateTogether(operations, success);
  };
  const askToDeleteAll = () => {
    const what = count === 1 ? `“${tasks[0]?.name}”` : `the ${formatCount(count)} selected tasks`;
    askToDelete(`Move ${what} to Trash? You can restore ${count === 1 ? 'it' : 'them'} for 30 days.`, () => {
      change(deleteAll(replica, tasks));
      leave();
    });
  };
  const control = (id: MenuId) => ({
    label: MENU_NAMES[id],
    isOpen: menu === id,
    onOpen: () => setMenu(id),
    onClose: () => setMenu(null),
  });

  return (
    <section ref={bar} aria-label="Selected tasks" data-selection-bar className={styles['place']}>
      <Toolbar.Root aria-label="Selection" className={styles['bar']}>
        <p className={styles['count']}>{formatCount(count)} selected</p>
        <div className={styles['buttons']}>
          <MenuButton {...control('move')} icon={FolderInput}>
            <PlaceChoices
              tasks={tasks}
              onPick={(collectionId, sectionId) => {
                const operations = moveAll(replica, tasks, collectionId, sectionId);
                change(operations, count === 1 ? 'Task moved' : 'Tasks moved');
                leave();
              }}
              onClose={() => setMenu(null)}
            />
          </MenuButton>
          <MenuButton {...control('date')} icon={CalendarDays}>
            <DayChoices
              onPick={(day) => {
                change(dateAll(tasks, day), count === 1 ? 'Task planned' : 'Tasks planned');
                leave();
              }}
            />
          </MenuButton>
          <MenuButton {...control('priority')} icon={Flag}>
            <PriorityChoices
              tasks={tasks}
              onPick={(priority) => change(prioritiseAll(tasks, priority), `Priority ${priority}`)}
            />
          </MenuButton>
          <MenuButton {...control('labels')} icon={Tag}>
            <LabelChoices
              tasks={tasks}
              onPick={(label) => void mutateTogether(labelAll(tasks, label), null)}
            />
          </MenuButton>
          <BarButton
            icon={Check}
            label="Complete"
            onClick={() => {
              onceRead(replica, tasks, () => change(completeAll(replica, tasks)));
              leave();
            }}
          />
          <BarButton icon={Trash} label="Delete" onClick={askToDeleteAll} />
          <SelectionMore tasks={tasks} {...control('more')} onLeave={leave} />
        </div>
        <BarButton icon={X} label="Clear selection" isBare onClick={leave} />
      </Toolbar.Root>
    </section>
  );
}

interface BarButtonProps {
  readonly icon: IconComponent;
  readonly label: string;
  /** True if the button shows its icon alone in every window. */
  readonly isBare?: boolean;
  readonly onClick: () => void;
}

function BarButton({ icon: Icon, label, isBare = false, onClick }: BarButtonProps) {
  return (
    <Toolbar.Button className={styles['button']} aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} aria-hidden />
      {!isBare && <span className={styles['word']}>{label}</span>}
    </Toolbar.Button>
  );
}

interface MenuButtonProps {
  readonly icon: IconComponent;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function MenuButton({ icon: Icon, label, isOpen, onOpen, onClose, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Toolbar.Button
        ref={button}
        className={styles['button']}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? onClose : onOpen}
      >
        <Icon size={18} aria-hidden />
        <span className={styles['word']}>{label}</span>
      </Toolbar.Button>
      <Popover
        open={isOpen}
        anchor={button}
        align="start"
        button={button}
        label={label}
        className={styles['menu']}
        onClose={onClose}
      >
        {children}
      </Popover>
    </>
  );
}
