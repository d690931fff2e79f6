import { cx } from '#src/web/ui/class-names.ts';
import { itemAt, planList, type ListItem, type Section } from './list-plan.ts';
import styles from './task-list.module.css';
import { TaskRow } from './task-row.tsx';
import { useWindowList } from './use-window-list.ts';

interface TaskListProps {
  /** Names a list that has no heading of its own. */
  readonly label: string;
  readonly sections: readonly Section[];
}

/** Tasks under each other. However many there are, only those near the window are in the document. */
export function TaskList({ label, sections }: TaskListProps) {
  const plan = planList(sections);
  const { ref, measure, indexes, above, below } = useWindowList(plan);
  const shown = bySection(indexes.map((index) => ({ index, item: itemAt(plan, index) })));
  return (
    <div ref={ref} className={styles['list']} style={{ paddingBlock: `${above}px ${below}px` }}>
      {shown.map(({ section, headingIndex, rows }) => (
        <section key={section.key}>
          {headingIndex !== null && (
            <h2
              ref={measure}
              data-index={headingIndex}
              className={cx(styles['heading'], headingIndex === 0 && styles['first'])}
            >
              {section.heading}
            </h2>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
          <ul role="list" aria-label={section.heading ?? label}>
            {rows.map(({ index, id, position }) => (
              <TaskRow
                key={id}
                id={id}
                index={index}
                position={position}
                size={section.ids.length}
                measure={measure}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface ShownSection {
  readonly section: Section;
  headingIndex: number | null;
  readonly rows: { readonly index: number; readonly id: string; readonly position: number }[];
}

/** The items in the document, each below its section. */
function bySection(items: readonly { index: number; item: ListItem | undefined }[]): ShownSection[] {
  const shown: ShownSection[] = [];
  for (const { index, item } of items) {
    if (!item) continue;
    let last = shown.at(-1);
    if (last?.section !== item.section) {
      last = { section: item.section, headingIndex: null, rows: [] };
      shown.push(last);
    }
    if (item.kind === 'heading') last.headingIndex = index;
    else last.rows.push({ index, id: item.id, position: item.position });
  }
  return shown;
}
