import { BACK_PATH } from '#src/domain/between-paths.ts';
import { ButtonLink } from './button.tsx';

/** Leads to the site that answers in the server's place, and from there back into the app. */
export function BackLink() {
  return (
    // With a target, the browser follows the link, not the app.
    <ButtonLink look="primary" size="small" to={BACK_PATH} target="_top">
      Sign in there
    </ButtonLink>
  );
}
