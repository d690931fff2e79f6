import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { DETAILS, type DetailId, type DetailProps } from './detail.ts';
import { DetailPopover } from './detail-chunk.ts';
import { useDetailValues } from './use-detail-values.ts';
import styles from './details-row.module.css';

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
  const ids = (Object.keys(DETAILS) as DetailId[]).filter(
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
        const { name, icon: Icon } = DETAILS[id];
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
              {name}
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
