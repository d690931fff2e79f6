import { useCollectionTree } from '#src/web/data/rows.ts';
import { Select } from '#src/web/ui/fields/select.tsx';
import styles from './import-dialog.module.css';

interface UnderSelectProps {
  /** The id of a collection; '' for none. */
  readonly value: string;
  readonly onValue: (id: string) => void;
}

/** Chooses where the collections of an import go. Only topmost collections leave room for those of the file below. */
export function UnderSelect({ value, onValue }: UnderSelectProps) {
  const collections = useCollectionTree().filter(({ level }) => level === 0);
  if (collections.length === 0) return null;
  return (
    <span className={styles['under']}>
      <Select aria-label="Place of the collections" value={value} onValue={onValue}>
        <option value="">Put it beside your collections</option>
        {collections.map(({ collection: { id, name } }) => (
          <option key={id} value={id}>
            Put it under {name}
          </option>
        ))}
      </Select>
    </span>
  );
}
