import { formatCount } from '#src/web/platform/format-count.ts';
import { useCollection } from '#src/web/data/rows.ts';
import { collectionLink, collectionState } from '#src/web/addresses/collection-links.ts';
import { ButtonLink, Button } from '#src/web/ui/button.tsx';
import type { FinishedImport } from './finished-import.ts';
import styles from './import-dialog.module.css';

interface ImportResultProps {
  readonly finished: FinishedImport;
  readonly isBusy: boolean;
  readonly onTakeBack: () => void;
  /** Called when the user follows the link to the imported tasks. */
  readonly onLeave?: () => void;
}

/** The actions after an import: open it, or take it back. */
export function ImportResult({ finished, isBusy, onTakeBack, onLeave }: ImportResultProps) {
  const collection = useCollection(finished.collectionId ?? '');
  return (
    <>
      {collection?.deletedAt === null && (
        <ButtonLink
          size="small"
          to={collectionLink(collection)}
          state={collectionState(collection)}
          onClick={onLeave}
        >
          <span className={styles['link']}>
            Open <bdi>{collection.name}</bdi>
          </span>
        </ButtonLink>
      )}
      <Button size="small" isBusy={isBusy} onClick={onTakeBack}>
        Take back
      </Button>
    </>
  );
}

/** The result in words. */
export function resultText({ fileName, tasks }: FinishedImport): string {
  return `${formatCount(tasks)} ${tasks === 1 ? 'task' : 'tasks'} came from ${fileName}.`;
}
