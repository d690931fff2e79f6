import { Dialog as Base } from '@base-ui/react/dialog';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { useCloseRequest } from '#src/web/focus/close-request.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './dialog.module.css';
import { isInToaster } from '#src/web/ui/toaster-marker.ts';

/** The open state of a dialog, and its actions. The opener passes it down as a whole. */
export interface DialogControl {
  readonly open: boolean;
  /** Starts closing it. */
  readonly close: () => void;
  /** Opens it again after it has closed, with the typed text. */
  readonly reopen: () => void;
  /** Called after the dialog has faded out. */
  readonly onClosed: () => void;
  readonly returnFocus: () => HTMLElement | null;
  /** The dialogs above this one. As its children they are first to get the focus and Escape. */
  readonly above: ReactNode;
}

interface DialogProps {
  readonly control: DialogControl;
  readonly title: string;
  /** Hides the title from sight, when the content says more. */
  readonly quietTitle?: boolean;
  readonly narrow?: boolean;
  readonly wide?: boolean;
  /** Comes from the window's lower edge below 832 px, and stays above the keyboard. */
  readonly isSheet?: boolean;
  /** The action of Escape and a click on the backdrop; closes the dialog by default. */
  readonly onDismiss?: () => void;
  /** The control with the first focus; the first control by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A modal dialog. Escape and a click on the backdrop close it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { control, title, quietTitle, narrow, wide, isSheet, initialFocus, children } = props;
  const { onDismiss = control.close } = props;
  return (
    <DialogShell
      control={control}
      onDismiss={onDismiss}
      popupClass={cx(
        styles['popup'],
        narrow && styles['narrow'],
        wide && styles['wide'],
        isSheet && styles['sheet'],
      )}
      initialFocus={initialFocus}
    >
      <Base.Title className={cx(styles['title'], quietTitle && styles['quiet'])}>{title}</Base.Title>
      {children}
    </DialogShell>
  );
}

/** The subject of a dialog in a sentence or two, read out when it opens. */
export function DialogDescription({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Description className={styles['description']} dir="auto">
      {children}
    </Base.Description>
  );
}

/** A dialog's behavior without its look, for dialogs that look different. Needs a `Base.Title`. */
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
        // A notification is above the dialog. Dismissing it must not close the dialog and lose the typed
        // text.
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

/**
 * A press beside the dialog leaves the focus where it is. If the dialog stays, the user continues to type
 * there.
 */
function keepFocus(event: MouseEvent) {
  if (event.target === event.currentTarget) event.preventDefault();
}

/**
 * Base UI would pass the focus on to the first control within an element that is no tab stop, such as a
 * task's row.
 */
function finalFocus(target: HTMLElement | null) {
  if (!target || target.tabIndex >= 0) return target ?? true;
  queueMicrotask(() => target.focus({ preventScroll: true }));
  return false;
}

/** The buttons at the end of a dialog. The attribute lets notifications keep clear of them. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['actions']} data-dialog-actions>
      {children}
    </div>
  );
}
