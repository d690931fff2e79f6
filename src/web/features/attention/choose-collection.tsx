import { useState } from 'react';
import { useCollections } from '#src/web/hooks/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/collection-select.tsx';
import { Field } from '#src/web/ui/field.tsx';
import styles from './needs-attention-page.module.css';

interface ChooseCollectionProps {
  readonly label: string;
  /** What the button says. */
  readonly apply: string;
  /** The name of the collection it was meant for: one of the same name is proposed. */
  readonly wanted: string | undefined;
  readonly onApply: (collectionId: string, button: HTMLElement) => void;
}

export function ChooseCollection({ label, apply, wanted, onApply }: ChooseCollectionProps) {
  const collections = useCollections();
  const [chosen, setChosen] = useState('');
  const isLive = collections.some(({ id }) => id === chosen);
  const value = isLive ? chosen : (collections.find(({ name }) => name === wanted)?.id ?? '');
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
