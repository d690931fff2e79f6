import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { NotFoundPage } from './features/not-found/not-found-page.tsx';
import { LandingPage } from './features/landing/landing-page.tsx';
import { links, repairPath } from './links.ts';
import { RequireSignIn } from './require-sign-in.tsx';
import { Loading } from './ui/loading.tsx';

// The app's first screen is one chunk: the frame, the views and the data behind them are always needed together.
const app = () => import('./app.tsx');
const App = lazy(() => app().then((module) => ({ default: module.App })));
const TodayPage = lazy(() => app().then((module) => ({ default: module.TodayPage })));
const UpcomingPage = lazy(() => app().then((module) => ({ default: module.UpcomingPage })));
const OverduePage = lazy(() => app().then((module) => ({ default: module.OverduePage })));
const CompletedPage = lazy(() => app().then((module) => ({ default: module.CompletedPage })));
const CollectionPage = lazy(() => app().then((module) => ({ default: module.CollectionPage })));

const LogInPage = lazy(() =>
  import('./features/auth/log-in-page.tsx').then((module) => ({ default: module.LogInPage })),
);
const SignUpPage = lazy(() =>
  import('./features/auth/sign-up-page.tsx').then((module) => ({ default: module.SignUpPage })),
);
const AccountPage = lazy(() =>
  import('./features/account/account-page.tsx').then((module) => ({ default: module.AccountPage })),
);
const NeedsAttentionPage = lazy(() =>
  import('./features/attention/needs-attention-page.tsx').then((module) => ({
    default: module.NeedsAttentionPage,
  })),
);

/** Every route of the specification's section 2. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes location={useMatchableLocation()}>
        <Route path={links.landing} element={<LandingPage />} />
        <Route path={links.logIn} element={<LogInPage />} />
        <Route path={links.signUp} element={<SignUpPage />} />
        <Route
          path={links.app}
          element={
            <RequireSignIn>
              <App />
            </RequireSignIn>
          }
        >
          <Route index element={<Navigate to={links.today} replace />} />
          <Route path={links.today} element={<TodayPage />} />
          <Route path={links.upcoming} element={<UpcomingPage />} />
          <Route path={links.overdue} element={<OverduePage />} />
          <Route path={links.completed} element={<CompletedPage />} />
          <Route path={links.account} element={<AccountPage />} />
          <Route path={links.needsAttention} element={<NeedsAttentionPage />} />
          <Route path="project/*" element={<CollectionPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}

/** The location with a path that the router can decode: it would warn on the console about `project/50%`. */
function useMatchableLocation() {
  const location = useLocation();
  const pathname = repairPath(location.pathname);
  return pathname === location.pathname ? location : { ...location, pathname };
}
