import { useState } from 'react';
import { useCollections } from '#src/web/hooks/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/field.tsx';
import styles from './needs-attention-page.module.css';

interface ChooseCollectionProps {
  readonly label: string;
  /** What the button says. */
  readonly apply: string;
  /** The name of the collection it was meant for: one of the same name is proposed. */
  readonly wanted: string | undefined;
  readonly onApply: (collectionId: string) => void;
}

export function ChooseCollection({ label, apply, wanted, onApply }: ChooseCollectionProps) {
  const collections = useCollections();
  const [chosen, setChosen] = useState('');
  const isLive = collections.some(({ id }) => id === chosen);
  const proposed = collections.find(({ name }) => name === wanted)?.id ?? '';
  const value = isLive ? chosen : proposed;
  return (
    <>
      <Field label={label} className={styles['choice']}>
        {(control) => (
          <select
            {...control}
            className={cx(control.className, styles['select'])}
            value={value}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="" disabled>
              Select Collection
            </option>
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button look="primary" size="small" disabled={value === ''} onClick={() => onApply(value)}>
        {apply}
      </Button>
    </>
  );
}
