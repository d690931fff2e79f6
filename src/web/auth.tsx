import { Route, Routes } from 'react-router';
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
import { usePlace } from '#src/web/addresses/task-address.ts';
import { usePageFocus } from '#src/web/focus/page-focus.ts';
import { watchLeftSession } from '#src/web/account/left-session.ts';

watchLeftSession();

/** Everything below `/auth`: the sign-in methods. */
export function AuthPages() {
  const { location, type } = usePlace();
  usePageFocus(location, type);
  return (
    <Routes>
      <Route path="login" element={<SignInPage />} />
      <Route path="signup" element={<SignUpPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="check-mail" element={<CheckMailPage />} />
      <Route path="return" element={<ArrivalPage />} />
      <Route path="second-factor" element={<SecondFactorPage />} />
      <Route path="phone" element={<PhonePage />} />
      <Route path="link" element={<LinkPage />} />
      <Route path="goodbye" element={<GoodbyePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
