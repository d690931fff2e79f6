import type { ComponentProps, ReactNode, SubmitEvent } from 'react';
import type { AuthError } from '#src/web/account/auth-client.ts';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { DialogActions } from '#src/web/ui/overlays/dialog.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';

export interface AskedField {
  readonly label: string;
  readonly input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'>;
  /** The problem with the input, or null. */
  readonly check: (typed: string) => string | null;
}

interface SignInAgainFormProps {
  /** Null for a user with only other sign-in methods. */
  readonly field: AskedField | null;
  readonly isBusy: boolean;
  readonly problem: AuthError | null;
  readonly onSubmit: (typed: string) => void;
  readonly onCancel: () => void;
  /** Other sign-in methods. */
  readonly children?: ReactNode;
}

export function SignInAgainForm(props: SignInAgainFormProps) {
  const { field, isBusy, problem, onSubmit, onCancel, children } = props;
  const form = useForm({ typed: '' }, ({ typed }) => ({ typed: field?.check(typed) ?? null }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.touchAll();
    if (field && form.isValid && !isBusy) onSubmit(form.fields.typed);
  };
  return (
    <form ref={focusFirstField} onSubmit={submit} noValidate>
      {field && <TextField label={field.label} required {...field.input} {...form.field('typed')} />}
      {children}
      <Problem>{problem?.message}</Problem>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        {field && (
          <Button type="submit" look="primary" isBusy={isBusy}>
            Sign in
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
