import { Smartphone } from '#src/web/ui/icons/smartphone.ts';
import type { ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { authLinks } from './auth-links.ts';
import { EmailLinkButton } from './email-link-button.tsx';
import styles from './other-methods.module.css';
import { ProviderButtons } from './provider-buttons.tsx';

interface OtherMethodsProps {
  readonly methods: SignInMethods | null;
  /** The email field of the form above. */
  readonly email: FieldBinding;
  /** Buttons of a single page. */
  readonly children?: ReactNode;
}

/**
 * The sign-in methods besides the password, as buttons of one kind. They come last on the page, so that the
 * server's answer moves nothing.
 */
export function OtherMethods({ methods, email, children }: OtherMethodsProps) {
  const { state } = useLocation();
  const providers = methods?.providers ?? [];
  if (!methods?.email && !methods?.phone && providers.length === 0 && !children) return null;
  return (
    <div className={styles['methods']}>
      <p className={styles['or']}>or</p>
      {providers.length > 0 && <ProviderButtons providers={providers} />}
      {children}
      {methods?.email && <EmailLinkButton email={email} />}
      {methods?.phone && (
        <ButtonLink size="large" to={authLinks.phone} state={state}>
          <Smartphone size={18} aria-hidden />
          Use a phone number
        </ButtonLink>
      )}
    </div>
  );
}
