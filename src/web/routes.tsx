import type { ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigationType, type Location } from 'react-router';
import { SCREEN_PATHS, type ScreenId } from '#src/domain/screen-paths.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { NotFoundPage } from '#src/web/features/not-found/not-found-page.tsx';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { links } from '#src/web/addresses/links.ts';
import { RequireSignIn } from './require-sign-in.tsx';
import { listBeside, PlaceContext } from '#src/web/addresses/task-address.ts';

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

// In development only: Vite removes it from the build.
const StyleGuidePage = import.meta.env.DEV
  ? chunk(() => import('./style-guide-page.tsx')).page((module) => module.StyleGuidePage)
  : null;

/**
 * Every route of the specification's section 2, and a task's. The list beside a task renders as if it were
 * open alone.
 */
export function AppRoutes() {
  const location = useLocation() as Location<unknown>;
  const type = useNavigationType();
  return (
    <PlaceContext value={{ location, type }}>
      <Pages location={listBeside(location) ?? location} />
    </PlaceContext>
  );
}

function Pages({ location }: { readonly location: Location<unknown> }) {
  return (
    <Routes location={location}>
      <Route path={links.landing} element={<Ahead load={auth.preload} page={<LandingPage />} />} />
      <Route path="auth/*" element={<Ahead load={preloadNext} page={<AuthPages />} />} />
      <Route path={links.app} element={<GuardedApp />}>
        <Route index element={<Navigate to={links.today} replace />} />
        {(Object.keys(SCREEN_PATHS) as ScreenId[]).map((id) => (
          <Route key={id} path={SCREEN_PATHS[id]} element={<ScreenPage id={id} />} />
        ))}
        <Route path={links.newTask} element={<NewTaskPage />} />
        <Route path="project/*" element={<CollectionPage />} />
        <Route path="label/*" element={<LabelPage />} />
        <Route path="filter/:id" element={<FilterPage />} />
        <Route path="task/:id" element={<TaskAddress />} />
      </Route>
      {StyleGuidePage && <Route path="/styleguide" element={<StyleGuidePage />} />}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** The pages after signing in and after going back. */
const preloadNext = () => Promise.all([app.preload(), landing.preload()]);

function GuardedApp() {
  return (
    <RequireSignIn>
      <Ahead load={landing.preload} page={<App />} />
    </RequireSignIn>
  );
}

/** A page that loads the code of the pages after it while the browser is idle. */
function Ahead({ load, page }: { readonly load: () => Promise<unknown>; readonly page: ReactNode }) {
  useWhenIdle(load);
  return page;
}
