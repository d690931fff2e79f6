import { LIMITS } from '#src/domain/limits.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { cleanName } from '#src/web/ui/clean-text.ts';
import { checkCollectionName } from '#src/web/ui/collection-name.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import styles from './needs-attention-page.module.css';

interface ChooseNameProps {
  /** What the button says. */
  readonly apply: string;
  /** The name that it was to have, to be altered. */
  readonly wanted: string;
  readonly isTaken: (name: string) => boolean;
  readonly onApply: (name: string, form: HTMLElement) => void;
}

export function ChooseName({ apply, wanted, isTaken, onApply }: ChooseNameProps) {
  const form = useForm({ name: wanted }, ({ name }) => ({
    name: checkCollectionName(cleanName(name), isTaken(cleanName(name)) ? cleanName(name) : null),
  }));
  return (
    <form
      className={cx(styles['choice'], styles['naming'])}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isValid) onApply(cleanName(form.fields.name), event.currentTarget);
      }}
    >
      <TextField
        label="Choose another name"
        className={styles['field']}
        {...form.field('name')}
        limit={LIMITS.collectionName}
        autoComplete="off"
        dir="auto"
        required
      />
      <Button type="submit" look="primary" disabled={!form.isValid}>
        {apply}
      </Button>
    </form>
  );
}
