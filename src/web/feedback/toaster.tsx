import { CircleAlert } from '#src/web/ui/icons/circle-exclamation-point.ts';
import { CircleCheck } from '#src/web/ui/icons/circle-check.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useAutoDismiss } from './auto-dismiss.ts';
import { countedTitle, dismissNotification, notifications, type Notification } from './notifications.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { cx } from '#src/web/ui/class-names.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { TOASTER_MARKER } from '#src/web/ui/toaster-marker.ts';
import styles from './toaster.module.css';

/**
 * The notifications, in a lane of their own: one at a time, or an error and an offer. They stay while the pointer or the focus is on any of them. The two live regions are
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
  const inFront = frontOf(shown);
  const lane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.length > 0) keepFocusInSight(lane.current);
  }, [shown]);
  const of = (status: Notification['status']) =>
    shown
      .toReversed()
      .filter((notification) => notification.status === status)
      .map((notification) => (
        <Toast
          key={notification.id}
          notification={notification}
          isFront={inFront.includes(notification)}
          paused={paused}
          onDismiss={dismiss}
        />
      ));
  return createPortal(
    <div
      ref={lane}
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

/** Nothing covers an error, nor an offer: the user is perhaps about to press it. */
function frontOf(shown: readonly Notification[]): readonly (Notification | undefined)[] {
  const error = shown.findLast(({ status }) => status === 'error');
  const offer = shown.findLast(
    (notification) => notification !== error && (notification.undo ?? notification.reopen),
  );
  return error || offer ? [error, offer] : [shown.at(-1)];
}

/** On phones the lane takes room from the page, where the focus may be. */
function keepFocusInSight(lane: HTMLElement | null): void {
  const { activeElement: focused } = document;
  if (!focused?.closest('main')) return;
  const top = lane?.getBoundingClientRect().top ?? Infinity;
  if (focused.getBoundingClientRect().bottom > top) focused.scrollIntoView({ block: 'nearest' });
}

interface ToastProps {
  readonly notification: Notification;
  readonly isFront: boolean;
  readonly paused: boolean;
  readonly onDismiss: (id: number) => void;
}

function Toast({ notification, isFront, paused, onDismiss }: ToastProps) {
  const { id, status, title, message, undo, reopen } = notification;
  const offer = reopen ?? undo;
  useAutoDismiss(id, paused);
  const wordsId = useId();
  const Icon = status === 'success' ? CircleCheck : CircleAlert;
  const counted = countedTitle(notification);
  return (
    <div className={cx(styles['toast'], styles[status], isFront && styles['front'])} data-toast>
      <Icon size={18} aria-hidden />
      <div id={wordsId} className={styles['words']}>
        {/* Screen readers have heard of the others. */}
        <p className={cx(styles['title'], counted !== title && hidden['hidden'])}>{title}</p>
        {counted !== title && (
          <p className={styles['title']} aria-hidden>
            {counted}
          </p>
        )}
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
            // After the focus has gone back: the undo then gives it to the row that returns.
            queueMicrotask(offer.run);
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
