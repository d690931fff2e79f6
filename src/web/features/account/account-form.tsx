import type { ReactNode, SubmitEvent } from 'react';
import type { AuthError } from '#src/web/account/auth-client.ts';
import type { Form } from '#src/web/ui/fields/form.ts';
import { showMissing } from '#src/web/ui/fields/unfinished-form.ts';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './account-form.module.css';
import { AccountProblem } from './account-problem.tsx';

interface AccountFormProps {
  /** The name of the form. */
  readonly label: string;
  readonly form: Form & { readonly touchAll: () => void };
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** The error of the last try. */
  readonly problem: AuthError | null;
  /** Called when all fields are valid. */
  readonly onSubmit: () => Promise<void>;
  readonly onCancel: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/**
 * A form within a section. The first field gets the focus when it opens; after a failed try, the first
 * invalid one.
 */
export function AccountForm(props: AccountFormProps) {
  const { label, form, submitLabel, danger = false, problem, onSubmit, onCancel, children } = props;
  useUnloadPrompt(form.isChanged);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.isValid) void form.submit(onSubmit);
    else showMissing(event.currentTarget, form.touchAll);
  };
  return (
    <form ref={focusFirstField} aria-label={label} onSubmit={submit} noValidate className={styles['form']}>
      {children}
      <AccountProblem problem={problem} />
      <div className={styles['actions']}>
        <Button type="submit" look={danger ? 'danger' : 'primary'} isBusy={form.isSubmitting}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
