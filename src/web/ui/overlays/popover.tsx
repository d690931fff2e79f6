import { Popover as BasePopover } from '@base-ui/react/popover';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useCloseRequest } from '#src/web/focus/close-request.ts';
import { cx } from '#src/web/ui/class-names.ts';
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
  const popup = useRef<HTMLDivElement>(null);
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
            ref={popup}
            className={cx(styles['popup'], className)}
            aria-label={label}
            finalFocus={() => {
              // A field that came in its place has it already.
              const focused = document.activeElement;
              const isTaken = focused instanceof HTMLInputElement && !popup.current?.contains(focused);
              return isTaken ? false : button.current;
            }}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
