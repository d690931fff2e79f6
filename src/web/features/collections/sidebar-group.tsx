import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { useStore } from '#src/web/platform/store.ts';
import { foldedRows, toggleFold } from '#src/web/tasks/folded-rows.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './sidebar-group.module.css';

interface SidebarGroupProps {
  readonly title: 'Collections' | 'Labels' | 'Filters';
  /** The number of its entries, shown while it is folded. */
  readonly count: number;
  readonly addLabel: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

/** A group of the sidebar. Its head folds it, on this device, and stays in sight below a long group above it. */
export function SidebarGroup({ title, count, addLabel, onAdd, children }: SidebarGroupProps) {
  const headingId = useId();
  const content = useRef<HTMLDivElement>(null);
  const id = `sidebar-${title.toLowerCase()}`;
  const isFolded = useStore(foldedRows).has(id);
  const wasFolded = useRef(isFolded);
  useLayoutEffect(() => {
    if (wasFolded.current && !isFolded) content.current?.scrollIntoView({ block: 'nearest' });
    wasFolded.current = isFolded;
  }, [isFolded]);
  const press = ({ currentTarget, detail }: MouseEvent) => {
    const shown = content.current?.getBoundingClientRect();
    const { bottom } = currentTarget.getBoundingClientRect();
    // The head waits at the foot of the sidebar: a press on it leads to its entries first.
    if (detail > 0 && shown && shown.height > 0 && shown.top > bottom + 1)
      content.current?.scrollIntoView({ block: 'nearest' });
    else toggleFold(id);
  };
  return (
    <section aria-labelledby={headingId} className={styles['group']}>
      <div className={styles['head']}>
        <h2 id={headingId} className={styles['heading']}>
          {title}
        </h2>
        {isFolded && (
          <span className={styles['count']} aria-hidden>
            {formatCount(count)}
          </span>
        )}
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!isFolded}
          aria-label={`${title} in the sidebar`}
          onClick={press}
        >
          <ChevronRight size={14} aria-hidden />
        </button>
        <IconButton icon={Plus} label={addLabel} className={styles['add']} onClick={onAdd} />
      </div>
      <div ref={content} className={styles['content']}>
        {!isFolded && children}
      </div>
    </section>
  );
}
