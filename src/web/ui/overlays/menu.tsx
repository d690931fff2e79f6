import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import type { ReactNode, RefObject } from 'react';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './menu.module.css';
import { Popover } from './popover.tsx';

interface MenuProps {
  readonly open: boolean;
  readonly label: string;
  /** The button that opened the menu, which is beside it and gets the focus back. */
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A popover with the actions for something. */
export function Menu({ open, label, button, onClose, children }: MenuProps) {
  return (
    <Popover
      open={open}
      anchor={button}
      align="end"
      button={button}
      label={label}
      isShort
      className={styles['menu']}
      onClose={onClose}
    >
      {children}
    </Popover>
  );
}

interface MenuItemProps {
  readonly icon: IconComponent;
  readonly look?: 'plain' | 'danger';
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon: Icon, look = 'plain', onClick, children }: MenuItemProps) {
  return (
    <button
      type="button"
      className={cx(styles['item'], look === 'danger' && styles['danger'])}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      {children}
    </button>
  );
}
