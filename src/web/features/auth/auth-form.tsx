import type { ReactNode, SubmitEvent } from 'react';
import type { AuthError } from '#src/web/account/auth-client.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import styles from './auth-page.module.css';

interface AuthFormProps {
  readonly label: string;
  readonly isSubmitting: boolean;
  /** The error of the last try. */
  readonly problem: AuthError | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A form before the app. Its button is never disabled while a field is invalid: browsers fill in saved
 * passwords without telling the page, and a returning user would face a dead button.
 */
export function AuthForm({ label, isSubmitting, problem, onSubmit, children }: AuthFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onSubmit();
    // Runs after the errors are shown, so that screen readers read them with the field.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form onSubmit={submit} noValidate>
      {children}
      <Problem>{problem?.message}</Problem>
      {problem?.code === 'BETWEEN' && <BackLink />}
      <Button type="submit" look="primary" size="large" className={styles['submit']} isBusy={isSubmitting}>
        {label}
      </Button>
    </form>
  );
}
