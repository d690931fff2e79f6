import { useState } from 'react';
import { useCollectionTree } from '#src/web/data/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/fields/collection-select.tsx';
import { Field } from '#src/web/ui/fields/field.tsx';
import styles from './needs-attention-page.module.css';

interface ChooseCollectionProps {
  readonly label: string;
  /** The text of the button. */
  readonly apply: string;
  /** The name of the mutation's own collection. If another one has that name, it is preselected. */
  readonly wanted: string | undefined;
  readonly onApply: (collectionId: string, button: HTMLElement) => void;
}

export function ChooseCollection({ label, apply, wanted, onApply }: ChooseCollectionProps) {
  const collections = useCollectionTree();
  const [chosen, setChosen] = useState('');
  const isLive = collections.some(({ collection }) => collection.id === chosen);
  const proposed = collections.find(({ collection }) => collection.name === wanted)?.collection.id;
  const value = isLive ? chosen : (proposed ?? '');
  return (
    <div className={styles['choice']}>
      <Field label={label} className={styles['field']}>
        {(control) => (
          <CollectionSelect control={control} collections={collections} value={value} onValue={setChosen} />
        )}
      </Field>
      <Button look="primary" disabled={value === ''} onClick={(event) => onApply(value, event.currentTarget)}>
        {apply}
      </Button>
    </div>
  );
}
