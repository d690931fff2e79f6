import { Dialog as Base } from '@base-ui/react/dialog';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { useCloseRequest } from '#src/web/focus/close-request.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './dialog.module.css';
import { isInToaster } from '#src/web/ui/toaster-marker.ts';

/** How a dialog is opened and closed; what opened it hands this down whole. */
export interface DialogControl {
  readonly open: boolean;
  /** Starts closing it. */
  readonly close: () => void;
  /** Opens it again, after it has closed, on what was typed. */
  readonly reopen: () => void;
  /** It has faded out. */
  readonly onClosed: () => void;
  readonly returnFocus: () => HTMLElement | null;
  /** The dialogs above this one: they must be its children, for focus and Escape to be theirs first. */
  readonly above: ReactNode;
}

interface DialogProps {
  readonly control: DialogControl;
  readonly title: string;
  /** What the dialog holds says more than its title. */
  readonly quietTitle?: boolean;
  readonly narrow?: boolean;
  /** What Escape and a click on the backdrop do; they close it unless told. */
  readonly onDismiss?: () => void;
  /** Gets the focus as it opens; the first control unless told. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A modal dialog: Escape and a click on the backdrop close it, and focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { control, title, quietTitle, narrow, onDismiss = control.close, initialFocus, children } = props;
  return (
    <DialogShell
      control={control}
      onDismiss={onDismiss}
      popupClass={cx(styles['popup'], narrow && styles['narrow'])}
      initialFocus={initialFocus}
    >
      <Base.Title className={cx(styles['title'], quietTitle && styles['quiet'])}>{title}</Base.Title>
      {children}
    </DialogShell>
  );
}

/** What a dialog is about, in a sentence or two: read out as it opens. */
export function DialogDescription({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Description className={styles['description']} dir="auto">
      {children}
    </Base.Description>
  );
}

/** The dialog's behaviour without its look, for what is a dialog but looks otherwise; needs a `Base.Title`. */
export function DialogShell(props: {
  readonly control: DialogControl;
  readonly onDismiss: () => void;
  readonly popupClass: string;
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  readonly children: ReactNode;
}) {
  const { open, onClosed, returnFocus, above } = props.control;
  useCloseRequest(open, props.onDismiss);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        // A notification lies above the dialog: dismissing it must not close the dialog and lose what was typed.
        if (details.reason === 'outside-press' && isInToaster(details.event.target)) details.cancel();
        else props.onDismiss();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} forceRender />
        <Base.Viewport className={styles['viewport']} onMouseDown={keepFocus}>
          <Base.Popup
            className={props.popupClass}
            initialFocus={props.initialFocus}
            finalFocus={() => finalFocus(returnFocus())}
          >
            {props.children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
      {above}
    </Base.Root>
  );
}

/** A press beside the dialog leaves the focus where it is: should the dialog stay, the user goes on typing there. */
function keepFocus(event: MouseEvent) {
  if (event.target === event.currentTarget) event.preventDefault();
}

/** Base UI would hand the focus on to the first control within what is no tab stop itself, such as a task's row. */
function finalFocus(target: HTMLElement | null) {
  if (!target || target.tabIndex >= 0) return target ?? true;
  queueMicrotask(() => target.focus({ preventScroll: true }));
  return false;
}

/** The row of buttons at a dialog's end. Its mark is for the notifications, which keep clear of it. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['actions']} data-dialog-actions>
      {children}
    </div>
  );
}
