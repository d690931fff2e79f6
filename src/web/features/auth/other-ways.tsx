import { Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import type { Ways } from '#src/domain/ways.ts';
import type { FieldBinding } from '#src/web/hooks/form.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { authLinks } from './auth-links.ts';
import { EmailLinkButton } from './email-link-button.tsx';
import styles from './other-ways.module.css';
import { ProviderButtons } from './provider-buttons.tsx';

interface OtherWaysProps {
  readonly ways: Ways | null;
  /** The email field of the form above. */
  readonly email: FieldBinding;
  /** Buttons that this page alone has. */
  readonly children?: ReactNode;
}

/**
 * The sign-in methods beside a password, as buttons of one kind. They end the page: when the server has said which there are,
 * nothing moves that was there.
 */
export function OtherWays({ ways, email, children }: OtherWaysProps) {
  const { state } = useLocation() as Location<unknown>;
  const providers = ways?.providers ?? [];
  if (!ways?.email && !ways?.phone && providers.length === 0 && !children) return null;
  return (
    <div className={styles['ways']}>
      <p className={styles['or']}>or</p>
      {providers.length > 0 && <ProviderButtons providers={providers} />}
      {children}
      {ways?.email && <EmailLinkButton email={email} />}
      {ways?.phone && (
        <ButtonLink size="large" to={authLinks.phone} state={state}>
          <Smartphone size={18} aria-hidden />
          Use a phone number
        </ButtonLink>
      )}
    </div>
  );
}
