import { Menu } from '@base-ui/react/menu';
import { useCloseRequest } from '#src/web/focus/close-request.ts';
import type { ReactNode, RefObject } from 'react';
import { cx } from '#src/web/ui/class-names.ts';
import { Check } from '#src/web/ui/icons/check.ts';
import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import styles from './action-menu.module.css';

interface ActionMenuProps {
  readonly label: string;
  /** The element that it belongs to. */
  readonly anchor: HTMLElement | RefObject<HTMLElement | null>;
  /** A point in the window instead, in px. */
  readonly point?: { readonly x: number; readonly y: number } | null;
  /** Closes it, and gives the focus back. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** An open menu of actions, with the keys of menus: arrows, first letters, Home, End and Escape. */
export function ActionMenu({ label, anchor, point = null, onClose, children }: ActionMenuProps) {
  useCloseRequest(true, onClose);
  const at = point && { getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0) };
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open, { event: { target } }) => {
        // The button that opened it handles presses on itself.
        const button = anchor instanceof HTMLElement ? anchor : anchor.current;
        const isOwn = button?.matches('button') && target instanceof Node && button.contains(target);
        if (!open && !isOwn) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={at ?? anchor}
          align={at ? 'start' : 'end'}
          sideOffset={at ? 0 : 4}
          collisionPadding={8}
          className={styles['positioner']}
        >
          <Menu.Popup className={styles['menu']} aria-label={label} finalFocus={false}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface ActionItemProps {
  readonly icon: IconComponent;
  /** The key that does the same on a focused row. */
  readonly keys?: string;
  readonly look?: 'plain' | 'danger';
  readonly onClick: () => void;
  readonly children: string;
}

export function ActionItem({ icon: Icon, keys, look = 'plain', onClick, children }: ActionItemProps) {
  return (
    <Menu.Item
      label={children}
      closeOnClick={false}
      className={cx(styles['item'], look === 'danger' && styles['danger'])}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      <span className={styles['name']}>{children}</span>
      {keys !== undefined && (
        <kbd className={styles['keys']} aria-hidden>
          {keys}
        </kbd>
      )}
    </Menu.Item>
  );
}

export function MenuLine() {
  return <Menu.Separator className={styles['line']} />;
}

interface RadioItemsProps<T> {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly name: string }[];
  readonly onPick: (value: T) => void;
}

/** Entries of which one is chosen. */
export function RadioItems<T extends number | string>({ value, options, onPick }: RadioItemsProps<T>) {
  return (
    <Menu.RadioGroup value={value}>
      {options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          label={option.name}
          closeOnClick={false}
          className={styles['item']}
          // The chosen one closes the menu, too.
          onClick={() => onPick(option.value)}
        >
          <span className={styles['name']} dir="auto">
            {option.name}
          </span>
          <Menu.RadioItemIndicator>
            <Check size={16} aria-hidden />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

interface RadioSubmenuProps<T> extends RadioItemsProps<T> {
  readonly icon: IconComponent;
  readonly label: string;
}

/** An entry that opens a menu with one value to choose. */
export function RadioSubmenu<T extends number>({ icon: Icon, label, ...choice }: RadioSubmenuProps<T>) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={styles['item']}>
        <Icon size={16} aria-hidden />
        <span className={styles['name']}>{label}</span>
        <ChevronRight size={14} className={styles['further']} aria-hidden />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner
          sideOffset={4}
          alignOffset={-4}
          collisionPadding={8}
          className={styles['positioner']}
        >
          <Menu.Popup className={styles['menu']} aria-label={label}>
            <RadioItems {...choice} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
