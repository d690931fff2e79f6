import { Archive } from '#src/web/ui/icons/archive.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './archived-note.module.css';
import { useArchive } from '#src/web/tasks/use-archive.ts';

/**
 * Tells that the tasks of an archived collection show on its own page alone, and offers to unarchive it. A collection that was archived
 * with its parent comes back with the parent.
 */
export function ArchivedNote({ collection }: { readonly collection: Collection }) {
  const archive = useArchive();
  const unarchive = () => {
    const heir = heirsOf(document.activeElement);
    archive(collection);
    // The button disappears, and would take the focus with it.
    queueMicrotask(() => heir()?.focus());
  };
  const isOwn = collection.archivedAt !== null;
  return (
    <div className={styles['note']}>
      <Archive size={18} aria-hidden />
      <p>
        {isOwn ? 'This collection is archived' : 'This collection is archived with the one above it'}. Its
        tasks appear only here.
      </p>
      {isOwn && (
        <Button size="small" onClick={unarchive}>
          Unarchive
        </Button>
      )}
    </div>
  );
}
