import type { AuthError } from '#src/web/account/auth-client.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { Button } from '#src/web/ui/button.tsx';
import styles from './access.module.css';

interface FormFootProps {
  /** The text of the button that sends the form. */
  readonly submit: string;
  readonly problem: AuthError | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

/** The end of a form: its problem, and its buttons. */
export function FormFoot({ submit, problem, isBusy, onClose }: FormFootProps) {
  return (
    <>
      {problem && <AccountProblem problem={problem} />}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" size="small" isBusy={isBusy}>
          {submit}
        </Button>
        <Button size="small" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}
