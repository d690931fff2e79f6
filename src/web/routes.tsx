import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { chunk } from './chunk.tsx';
import { NotFoundPage } from './features/not-found/not-found-page.tsx';
import { LandingPage } from './features/landing/landing-page.tsx';
import { useWhenIdle } from './hooks/idle.ts';
import { links } from './links.ts';
import { RequireSignIn } from './require-sign-in.tsx';

// The app's first screen is one chunk: the frame, the views and the data behind them are always needed together.
const app = chunk(() => import('./app.tsx'));
const App = app.page((module) => module.App);
const TodayPage = app.page((module) => module.TodayPage);
const UpcomingPage = app.page((module) => module.UpcomingPage);
const OverduePage = app.page((module) => module.OverduePage);
const CompletedPage = app.page((module) => module.CompletedPage);
const NewTaskPage = app.page((module) => module.NewTaskPage);
const CollectionPage = app.page((module) => module.CollectionPage);

const auth = chunk(() => import('./auth.tsx'));
const AuthPages = auth.page((module) => module.AuthPages);
const account = chunk(() => import('./features/account/account-page.tsx'));
const AccountPage = account.page((module) => module.AccountPage);
const attention = chunk(() => import('./features/attention/needs-attention-page.tsx'));
const NeedsAttentionPage = attention.page((module) => module.NeedsAttentionPage);

// It is there in development only: Vite leaves it out of what it builds.
const StyleGuidePage = import.meta.env.DEV
  ? chunk(() => import('./style-guide-page.tsx')).page((module) => module.StyleGuidePage)
  : null;

/** Every route of the specification's section 2. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={links.landing} element={<Ahead load={auth.preload} page={<LandingPage />} />} />
      <Route path="auth/*" element={<Ahead load={app.preload} page={<AuthPages />} />} />
      <Route path={links.app} element={<GuardedApp />}>
        <Route index element={<Navigate to={links.today} replace />} />
        <Route path={links.today} element={<TodayPage />} />
        <Route path={links.upcoming} element={<UpcomingPage />} />
        <Route path={links.overdue} element={<OverduePage />} />
        <Route path={links.completed} element={<CompletedPage />} />
        <Route path={links.account} element={<AccountPage />} />
        <Route path={links.needsAttention} element={<NeedsAttentionPage />} />
        <Route path={links.newTask} element={<NewTaskPage />} />
        <Route path="project/*" element={<CollectionPage />} />
      </Route>
      {StyleGuidePage && <Route path="/styleguide" element={<StyleGuidePage />} />}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** Once the network is gone, they cannot be loaded. */
const preloadPages = () => Promise.all([account.preload(), attention.preload()]);

function GuardedApp() {
  return (
    <RequireSignIn>
      <Ahead load={preloadPages} page={<App />} />
    </RequireSignIn>
  );
}

/** A page, and when it has come to rest, the code of the pages to which it leads. */
function Ahead({ load, page }: { readonly load: () => Promise<unknown>; readonly page: ReactNode }) {
  useWhenIdle(load);
  return page;
}
