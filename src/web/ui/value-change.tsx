import { ArrowRight } from '#src/web/ui/icons/arrow-right.ts';
import hidden from './hidden.module.css';
import styles from './value-change.module.css';

interface ValueChangeProps {
  /** Null for a value of a new row, which stands alone. */
  readonly before: string | null;
  readonly after: string;
}

/** A value of a row before and after a change. */
export function ValueChange({ before, after }: ValueChangeProps) {
  return (
    <>
      {before !== null && (
        <>
          <s className={styles['before']} dir="auto">
            {before}
          </s>
          <ArrowRight size={14} className={styles['arrow']} aria-hidden />
          <span className={hidden['hidden']}> to </span>
        </>
      )}
      <span className={styles['after']} dir="auto">
        {after}
      </span>
    </>
  );
}
