import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { useCloseRequest } from '#src/web/hooks/close-request.ts';
import { cx } from './class-names.ts';
import styles from './popover.module.css';

interface PopoverProps {
  readonly open: boolean;
  /** It opens below this, in line with that edge of it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align: 'start' | 'end';
  /** What opened it, and gets the focus back. */
  readonly button: RefObject<HTMLElement | null>;
  /** What it is called, where it holds no title. */
  readonly label?: string;
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A little window beside what it belongs to; the page beneath goes on. Where there is little room, it covers that. */
export function Popover(props: PopoverProps) {
  const { open, anchor, align, button, label, className, onClose, children } = props;
  useCloseRequest(open, onClose);
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next, { event, reason }) => {
        // A press on the button that opened it is that button's to answer, and so is the focus that goes there with it.
        const target =
          reason === 'focus-out' && 'relatedTarget' in event ? event.relatedTarget : event.target;
        if (!next && !(target instanceof Node && button.current?.contains(target))) onClose();
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          className={styles['positioner']}
        >
          <BasePopover.Popup
            className={cx(styles['popup'], className)}
            aria-label={label}
            finalFocus={button}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
