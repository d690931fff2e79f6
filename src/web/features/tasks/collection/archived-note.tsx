import { Archive } from '#src/web/ui/icons/archive.ts';
import type { Collection } from '#src/domain/collection.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './archived-note.module.css';
import { useArchive } from './use-archive.ts';

/** Says of an archived collection where its tasks are not, and brings it back. One that went with its parent comes back with that. */
export function ArchivedNote({ collection }: { readonly collection: Collection }) {
  const archive = useArchive();
  const unarchive = () => {
    const heir = heirsOf(document.activeElement);
    archive(collection);
    // The button goes, and the focus would go with it.
    queueMicrotask(() => heir()?.focus());
  };
  const isOwn = collection.archivedAt !== null;
  return (
    <div className={styles['note']}>
      <Archive size={18} aria-hidden />
      <p>
        {isOwn ? 'This collection is archived' : 'This collection is archived with the one above it'}: its
        tasks are shown here alone.
      </p>
      {isOwn && (
        <Button size="small" onClick={unarchive}>
          Unarchive
        </Button>
      )}
    </div>
  );
}
