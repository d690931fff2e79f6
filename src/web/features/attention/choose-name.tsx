import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { takenCode, type NamedTable } from '#src/tables/kit/named.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { showMissing, submitUnfinished } from '#src/web/ui/fields/unfinished-form.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import styles from './needs-attention-page.module.css';

interface ChooseNameProps {
  readonly of: NamedTable;
  /** The text of the button. */
  readonly apply: string;
  /** The rejected name, for editing. */
  readonly wanted: string;
  readonly isTaken: (name: string) => boolean;
  readonly onApply: (name: string, form: HTMLElement) => void;
}

export function ChooseName({ of, apply, wanted, isTaken, onApply }: ChooseNameProps) {
  const form = useForm({ name: wanted }, ({ name }) => ({
    name: nameProblem(of, cleanName(name), isTaken),
  }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its field has the focus
    <form
      className={cx(styles['choice'], styles['naming'])}
      noValidate
      onKeyDown={(event) => !form.isValid && submitUnfinished(event)}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isValid) onApply(cleanName(form.fields.name), event.currentTarget);
        else showMissing(event.currentTarget, form.touchAll);
      }}
    >
      <TextField
        label="Choose another name"
        className={styles['field']}
        {...form.field('name')}
        limit={NAME_LIMITS[of]}
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

const NAME_LIMITS: Record<NamedTable, number> = {
  collection: LIMITS.collectionName,
  section: LIMITS.sectionName,
  label: LIMITS.labelName,
};

function nameProblem(of: NamedTable, name: string, isTaken: (name: string) => boolean): string | null {
  if (name === '')
    return of === 'collection' ? 'Please enter a Collection Name' : `Please enter a ${of} name`;
  return isTaken(name) ? REJECTIONS[takenCode(of)] : tooLong(name, NAME_LIMITS[of]);
}
