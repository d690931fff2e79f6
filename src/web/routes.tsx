import type { ReactNode } from 'react';
import type { ScreenId } from '#src/domain/screen-paths.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { links } from '#src/web/addresses/links.ts';
import { RequireSignIn } from './require-sign-in.tsx';
import { LocationContext } from '#src/web/addresses/location.ts';
import { isScreen, pageAt, type AppPage } from '#src/web/addresses/page-at.ts';
import { Navigate } from '#src/web/addresses/router.tsx';
import { listBeside, usePlace } from '#src/web/addresses/task-address.ts';

/** Signed-in users never see it. Its own document also contains it, and main.tsx hydrates that. */
export const landing = chunk(() => import('#src/web/features/landing/landing-page.tsx'));
const LandingPage = landing.page((module) => module.LandingPage);

// The app's first screen is one chunk: the frame, the views and the data behind them are always needed together.
const app = chunk(() => import('./app.tsx'));
const App = app.page((module) => module.App);
const ScreenPage = app.page((module) => module.ScreenPage);
const CollectionPage = app.page((module) => module.CollectionPage);
const FilterPage = app.page((module) => module.FilterPage);
const LabelPage = app.page((module) => module.LabelPage);
const NewTaskPage = app.page((module) => module.NewTaskPage);
const TaskAddress = app.page((module) => module.TaskAddress);

const auth = chunk(() => import('./auth.tsx'));
const AuthPages = auth.page((module) => module.AuthPages);

const NotFoundPage = chunk(() => import('#src/web/features/not-found/not-found-page.tsx')).page(
  (module) => module.NotFoundPage,
);

// In development only: Vite removes it from the build.
const StyleGuidePage = import.meta.env.DEV
  ? chunk(() => import('./style-guide-page.tsx')).page((module) => module.StyleGuidePage)
  : null;

/** The page at the browser's address. The list beside a task renders as if it were open alone. */
export function AppRoutes() {
  const { location } = usePlace();
  const shown = listBeside(location) ?? location;
  return <LocationContext value={shown}>{shownAt(shown.pathname)}</LocationContext>;
}

function shownAt(pathname: string): ReactNode {
  const page = pageAt(pathname);
  if (page === 'landing') return <Ahead load={auth.preload} page={<LandingPage />} />;
  if (page === 'auth') return <Ahead load={preloadNext} page={<AuthPages />} />;
  if (page !== null) return <GuardedApp page={pageOfApp(page)} />;
  return StyleGuidePage && pathname === '/styleguide' ? <StyleGuidePage /> : <NotFoundPage />;
}

/** The pages of the app besides the screens. */
const OTHERS: Readonly<Record<Exclude<AppPage, ScreenId>, ReactNode>> = {
  start: <Navigate to={links.today} replace />,
  newTask: <NewTaskPage />,
  collection: <CollectionPage />,
  label: <LabelPage />,
  filter: <FilterPage />,
  task: <TaskAddress />,
};

function pageOfApp(page: AppPage): ReactNode {
  return isScreen(page) ? <ScreenPage id={page} /> : OTHERS[page];
}

/** The pages after signing in and after going back. */
const preloadNext = () => Promise.all([app.preload(), landing.preload()]);

function GuardedApp({ page }: { readonly page: ReactNode }) {
  return (
    <RequireSignIn>
      <Ahead load={landing.preload} page={<App page={page} />} />
    </RequireSignIn>
  );
}

/** A page that loads the code of the pages after it while the browser is idle. */
function Ahead({ load, page }: { readonly load: () => Promise<unknown>; readonly page: ReactNode }) {
  useWhenIdle(load);
  return page;
}
