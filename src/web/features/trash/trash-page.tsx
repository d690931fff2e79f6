import { Trash } from '#src/web/ui/icons/trash.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTrash } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { planList, ROWS_PER_BLOCK } from '#src/web/tasks/list/list-plan.ts';
import { Nothing } from '#src/web/tasks/list/no-tasks.tsx';
import { useWindowList } from '#src/web/tasks/list/use-window-list.ts';
import { Page } from '#src/web/ui/page/page.tsx';
import { DeletedRow } from './deleted-row.tsx';
import { stillKept } from './still-kept.ts';
import styles from './trash-page.module.css';

/** The deletions of the last 30 days, for restoring (rule T9). */
export function TrashPage() {
  const replica = useReplica();
  const deletedAt = (id: string) =>
    (replica.get('task', id) ?? replica.get('collection', id))?.deletedAt ?? 0;
  const ids = stillKept(useTrash(), deletedAt, useToday());
  return (
    <Page title="Trash">
      {ids.length > 0 ? (
        <>
          <p className={styles['lead']}>Deleted items stay here for 30 days.</p>
          <Rows ids={ids} />
        </>
      ) : (
        <Nothing
          icon={Trash}
          title="Trash is empty"
          text="Deleted tasks and collections stay here for 30 days."
        />
      )}
    </Page>
  );
}

/** Of very many rows, only those near the window are in the document. */
function Rows({ ids }: { readonly ids: readonly string[] }) {
  const plan = planList([{ day: null, ids }]);
  const { ref, first, last, above, below } = useWindowList(plan);
  const [from, to] = [plan[first]?.from ?? 0, plan[last]?.to ?? 0];
  return (
    <div ref={ref} style={{ paddingBlock: `${above}px ${below}px` }}>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label="Trash">
        {ids.slice(from, to).map((id, index) => (
          <DeletedRow
            key={id}
            id={id}
            block={first + Math.floor(index / ROWS_PER_BLOCK)}
            position={from + index + 1}
            size={ids.length}
          />
        ))}
      </ul>
    </div>
  );
}
