import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { AlarmClock } from '#src/web/ui/icons/alarm-clock.ts';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { CornerDownRight } from '#src/web/ui/icons/corner-down-right.ts';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { Hash } from '#src/web/ui/icons/hash.ts';
import { Repeat } from '#src/web/ui/icons/repeat.ts';
import { Rows } from '#src/web/ui/icons/rows-3.ts';
import { Target } from '#src/web/ui/icons/target.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { DETAIL_NAMES, type DetailId, type DetailProps } from './detail.ts';
import { DetailPopover } from './detail-chunk.ts';
import { useDetailValues } from './use-detail-values.ts';
import styles from './details-row.module.css';

const ICONS: Readonly<Record<DetailId, IconComponent>> = {
  time: AlarmClock,
  reminders: Bell,
  repeat: Repeat,
  priority: Flag,
  labels: Hash,
  section: Rows,
  deadline: Target,
  parent: CornerDownRight,
};

const NONE: readonly DetailId[] = [];

interface DetailsRowProps extends Omit<DetailProps, 'onClose'> {
  /** The details that have a field of their own on the page. */
  readonly without?: readonly DetailId[];
  /** Called once no detail is open. */
  readonly onLeave?: () => void;
}

/** A button for each detail. It shows the value of the detail, and opens the popover that sets it. */
export function DetailsRow({ without = NONE, onLeave, ...props }: DetailsRowProps) {
  const { fields } = props;
  const values = useDetailValues(fields);
  const button = useRef<HTMLElement>(null);
  const [detail, setDetail] = useState<DetailId | null>(null);
  const [isOpen, setOpen] = useState(false);
  const ids = (Object.keys(ICONS) as DetailId[]).filter(
    // A sub-task is in the section of its parent.
    (id) => !without.includes(id) && (id !== 'section' || fields.parentId === null),
  );
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (!isOpen) leave();
  }, [isOpen]);
  return (
    <fieldset aria-label="Details" className={styles['row']}>
      {ids.map((id) => {
        const Icon = ICONS[id];
        const value = values[id];
        return (
          <button
            key={id}
            type="button"
            className={cx(styles['detail'], value !== null && styles['set'])}
            data-priority={id === 'priority' ? fields.priority : undefined}
            aria-haspopup="dialog"
            aria-expanded={isOpen && detail === id}
            onClick={(event) => {
              button.current = event.currentTarget;
              setDetail(id);
              setOpen(!isOpen || detail !== id);
            }}
          >
            <Icon size={14} aria-hidden />
            <span className={styles['text']} dir="auto">
              {DETAIL_NAMES[id]}
              {value !== null && <span className={styles['value']}> {value}</span>}
            </span>
          </button>
        );
      })}
      {detail !== null && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            setDetail(null);
            notifyError('This could not be loaded. Check your network, then try again.');
          }}
        >
          <DetailPopover
            {...props}
            key={detail}
            id={detail}
            open={isOpen}
            button={button}
            onClose={() => setOpen(false)}
          />
        </ErrorBoundary>
      )}
    </fieldset>
  );
}
