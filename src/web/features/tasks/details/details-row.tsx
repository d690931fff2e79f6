import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { afterPress } from '#src/web/platform/after-press.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { DETAILS, type DetailId, type DetailProps } from './detail.ts';
import { DetailPopover } from './detail-chunk.ts';
import { useDetailValues } from './use-detail-values.ts';
import styles from './details-row.module.css';

const NONE: readonly DetailId[] = [];

interface DetailsRowProps extends Omit<DetailProps, 'onClose'> {
  /** True for an open task: each value is a word of the page, and a chip in a dialog. */
  readonly isInPlace?: boolean;
  /** The details that have a part of their own on the page. */
  readonly without?: readonly DetailId[];
  /** Called once no detail is open. */
  readonly onLeave?: () => void;
}

/** Values in words that no icon needs to explain. */
const PLAIN: ReadonlySet<DetailId> = new Set(['time', 'repeat', 'priority', 'deadline']);

/**
 * A button for each detail: first those that have a value, which they show, then the names of the others. Each opens the popover that sets
 * it.
 */
export function DetailsRow({ isInPlace = false, without = NONE, onLeave, ...props }: DetailsRowProps) {
  const { fields } = props;
  const values = useDetailValues(fields);
  const button = useRef<HTMLElement>(null);
  const [detail, setDetail] = useState<DetailId | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The details that had a value when the popover opened. */
  const [setBefore, setSetBefore] = useState<readonly DetailId[] | null>(null);
  const ids = (Object.keys(DETAILS) as DetailId[]).filter(
    // A sub-task is in the section of its parent.
    (id) => !without.includes(id) && (id !== 'section' || fields.parentId === null),
  );
  // The button of an open popover stays in its place, and so does one whose press closes it.
  const first = setBefore ?? ids.filter((id) => values[id] !== null);
  const close = () => {
    setOpen(false);
    afterPress(() => setSetBefore((now) => (now === setBefore ? null : now)));
  };
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (!isOpen) leave();
  }, [isOpen]);
  return (
    <fieldset aria-label="Details" className={cx(styles['row'], isInPlace && styles['inPlace'])}>
      {ids.map((id) => {
        const { name, icon: Icon } = DETAILS[id];
        const value = values[id];
        return (
          <button
            key={id}
            type="button"
            className={cx(
              styles['detail'],
              value !== null && styles['set'],
              !first.includes(id) && styles['rest'],
            )}
            data-priority={id === 'priority' ? fields.priority : undefined}
            aria-haspopup="dialog"
            aria-expanded={isOpen && detail === id}
            onClick={(event) => {
              button.current = event.currentTarget;
              if (isOpen && detail === id) return close();
              setDetail(id);
              setSetBefore([...first]);
              setOpen(true);
            }}
          >
            {!(isInPlace && (value === null || PLAIN.has(id))) && <Icon size={14} aria-hidden />}
            <span className={styles['text']} dir="auto">
              {value === null ? name : <Value id={id} name={name} value={value} />}
            </span>
          </button>
        );
      })}
      {isInPlace && first.length < ids.length && (
        <span aria-hidden className={styles['more']}>
          <Plus size={16} />
        </span>
      )}
      {detail !== null && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            setDetail(null);
            notifyError('This could not be loaded. Check your network, then try again.');
          }}
        >
          <DetailPopover {...props} key={detail} id={detail} open={isOpen} button={button} onClose={close} />
        </ErrorBoundary>
      )}
    </fieldset>
  );
}

interface ValueProps {
  readonly id: DetailId;
  readonly name: string;
  readonly value: string;
}

/** A value in the words of a row. Screen readers hear the name of the detail before it. */
function Value({ id, name, value }: ValueProps) {
  if (id === 'priority')
    return (
      <>
        <span className={hidden['hidden']}>
          {name} {value}
        </span>
        <span aria-hidden>p{value}</span>
      </>
    );
  return (
    <>
      <span className={hidden['hidden']}>{name} </span>
      {id === 'deadline' && <span aria-hidden>due </span>}
      {value}
    </>
  );
}
