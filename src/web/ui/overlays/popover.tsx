import { Popover as BasePopover } from '@base-ui/react/popover';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useCloseRequest } from '#src/web/focus/close-request.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './popover.module.css';

interface PopoverProps {
  readonly open: boolean;
  /** The popover opens below this element, in line with one of its edges. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align: 'start' | 'end';
  /** The button that opened it and gets the focus back. */
  readonly button: RefObject<HTMLElement | null>;
  /** False where `onClose` gives the focus back. */
  readonly returnsFocus?: boolean;
  /** The name of a popover without a title. */
  readonly label?: string;
  /** True where it always fits below or above its subject, and so never covers it. */
  readonly isShort?: boolean;
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A small window beside its subject; the page beneath stays usable. With little room, it covers the subject.
 */
export function Popover(props: PopoverProps) {
  const { open, anchor, align, button, returnsFocus = true, label, isShort = false } = props;
  const { className, onClose, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  useCloseRequest(open, onClose);
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next, { event, reason }) => {
        // The button that opened it handles presses on itself, and the focus that goes there with them.
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
          collisionAvoidance={{ side: isShort ? 'flip' : 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          className={styles['positioner']}
        >
          <BasePopover.Popup
            ref={popup}
            className={cx(styles['popup'], className)}
            aria-label={label}
            finalFocus={() => {
              // A field that replaced it already has the focus.
              const focused = document.activeElement;
              const isTaken = focused instanceof HTMLInputElement && !popup.current?.contains(focused);
              return isTaken || !returnsFocus ? false : button.current;
            }}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
