import type { ReactNode, SubmitEvent } from 'react';
import type { AuthError } from '#src/web/account/auth-client.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import styles from './auth-page.module.css';

interface AuthFormProps {
  readonly label: string;
  readonly isSubmitting: boolean;
  /** What the server rejected. */
  readonly problem: AuthError | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * The button is never disabled while a field is wrong: browsers fill in saved passwords without telling the page, which
 * would leave a returning user before a button that does not work.
 */
export function AuthForm({ label, isSubmitting, problem, onSubmit, children }: AuthFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onSubmit();
    // This runs after the errors are shown, so that the field's description is read with it.
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
