import type { ReactNode } from 'react';
import { MAIL_LINK_PATH } from '#src/domain/identity/mail-link.ts';
import { ArrivalPage } from '#src/web/features/auth/arrival-page.tsx';
import { CheckMailPage } from '#src/web/features/auth/check-mail-page.tsx';
import { ForgotPasswordPage } from '#src/web/features/auth/forgot-password-page.tsx';
import { GoodbyePage } from '#src/web/features/auth/goodbye-page.tsx';
import { LinkPage } from '#src/web/features/auth/link-page.tsx';
import { SignInPage } from '#src/web/features/auth/sign-in-page.tsx';
import { SecondFactorPage } from '#src/web/features/auth/second-factor-page.tsx';
import { PhonePage } from '#src/web/features/auth/phone-page.tsx';
import { SignUpPage } from '#src/web/features/auth/sign-up-page.tsx';
import { NotFoundPage } from '#src/web/features/not-found/not-found-page.tsx';
import { authLinks } from '#src/web/features/auth/auth-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { plainPath } from '#src/web/addresses/page-at.ts';
import { usePlace } from '#src/web/addresses/task-address.ts';
import { usePageFocus } from '#src/web/focus/page-focus.ts';
import { watchLeftSession } from '#src/web/account/left-session.ts';

watchLeftSession();

const PAGES: Readonly<Record<string, ReactNode>> = {
  [links.signIn]: <SignInPage />,
  [links.signUp]: <SignUpPage />,
  [authLinks.forgotPassword]: <ForgotPasswordPage />,
  [authLinks.checkMail]: <CheckMailPage />,
  '/auth/return': <ArrivalPage />,
  [authLinks.secondFactor]: <SecondFactorPage />,
  [authLinks.phone]: <PhonePage />,
  [MAIL_LINK_PATH]: <LinkPage />,
  [links.goodbye]: <GoodbyePage />,
};

/** Everything below `/auth`: the sign-in methods. */
export function AuthPages() {
  const { location, type } = usePlace();
  usePageFocus(location, type);
  return PAGES[plainPath(useLocation().pathname)] ?? <NotFoundPage />;
}
