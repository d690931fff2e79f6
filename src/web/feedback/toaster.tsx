import { CircleAlert } from '#src/web/ui/icons/circle-exclamation-point.ts';
import { CircleCheck } from '#src/web/ui/icons/circle-check.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useAutoDismiss } from './auto-dismiss.ts';
import { dismissNotification, notifications, type Notification } from './notifications.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { TOASTER_MARKER } from '#src/web/ui/toaster-marker.ts';
import styles from './toaster.module.css';

/**
 * The notifications. They stay while the pointer or the focus is on any of them. The two live regions are
 * always there, since screen readers announce additions only in a region that they know. In `body`, above
 * open dialogs.
 */
export function Toaster() {
  const shown = useStore(notifications);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // The element that had the focus before. It gets the focus back when the focused notification is dismissed.
  const origin = useRef<() => HTMLElement | null>(() => null);
  const paused = shown.length > 0 && (hovered || focused);
  // An element that is removed under the pointer or the focus sends no leave and no blur.
  const dismiss = (id: number) => {
    setHovered(false);
    setFocused(false);
    dismissNotification(id);
    // Without this, nothing would have the focus, and the next Tab would start at the top of the page.
    if (focused) queueMicrotask(() => origin.current()?.focus({ preventScroll: true }));
  };
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) origin.current = heirsOf(relatedTarget);
    setFocused(true);
  };
  const of = (status: Notification['status']) =>
    shown
      .filter((notification) => notification.status === status)
      .map((notification) => (
        <Toast key={notification.id} notification={notification} paused={paused} onDismiss={dismiss} />
      ));
  return createPortal(
    <div
      {...TOASTER_MARKER}
      className={styles['toaster']}
      // A move counts, but not an enter: a notification that appears under a resting pointer would stay.
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may hold no paragraphs */}
      <div className={styles['region']} role="status" aria-live="polite">
        {of('success')}
      </div>
      <div className={styles['region']} role="alert" aria-live="assertive">
        {of('error')}
      </div>
    </div>,
    document.body,
  );
}

interface ToastProps {
  readonly notification: Notification;
  readonly paused: boolean;
  readonly onDismiss: (id: number) => void;
}

function Toast({ notification, paused, onDismiss }: ToastProps) {
  const { id, status, title, message, undo, reopen } = notification;
  const offer = reopen ?? undo;
  useAutoDismiss(id, paused);
  const wordsId = useId();
  const Icon = status === 'success' ? CircleCheck : CircleAlert;
  return (
    <div className={cx(styles['toast'], styles[status])}>
      <Icon size={20} aria-hidden />
      <div id={wordsId} className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        <p className={styles['message']}>
          <bdi>{status === 'error' ? withShortName(message) : message}</bdi>
        </p>
      </div>
      {offer && (
        <Button
          look="quiet"
          size="small"
          aria-describedby={wordsId}
          onClick={() => {
            onDismiss(id);
            offer.run();
          }}
        >
          {reopen ? 'Reopen' : 'Undo'}
        </Button>
      )}
      <IconButton icon={X} label="Dismiss" onClick={() => onDismiss(id)} />
    </div>
  );
}

/** Shortens a long name in the message, with its full stop, so that the text after it stays visible. */
function withShortName(message: string): ReactNode {
  const [before, name, after] = message.split(/(“.{50,}”\.?)/s);
  if (name === undefined) return message;
  return (
    <>
      {before}
      <span className={styles['name']}>{name}</span>
      {after}
    </>
  );
}
