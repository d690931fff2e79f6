import { Route, Routes } from 'react-router';
import { ArrivalPage } from './features/auth/arrival-page.tsx';
import { CheckMailPage } from './features/auth/check-mail-page.tsx';
import { ForgotPasswordPage } from './features/auth/forgot-password-page.tsx';
import { GoodbyePage } from './features/auth/goodbye-page.tsx';
import { LinkPage } from './features/auth/link-page.tsx';
import { LogInPage } from './features/auth/log-in-page.tsx';
import { SecondFactorPage } from './features/auth/second-factor-page.tsx';
import { PhonePage } from './features/auth/phone-page.tsx';
import { SignUpPage } from './features/auth/sign-up-page.tsx';
import { NotFoundPage } from './features/not-found/not-found-page.tsx';
import { usePageFocus } from './hooks/page-focus.ts';
import { watchLeftSession } from './hooks/left-session.ts';

watchLeftSession();

/** Everything below `/auth`: the sign-in methods. */
export function AuthPages() {
  usePageFocus();
  return (
    <Routes>
      <Route path="login" element={<LogInPage />} />
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
