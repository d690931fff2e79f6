import type { ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigationType, type Location } from 'react-router';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { NotFoundPage } from '#src/web/features/not-found/not-found-page.tsx';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { ArchivedPage, collectionChunk } from '#src/web/features/tasks/collection/collection-chunk.ts';
import { filterChunk } from '#src/web/features/collections/filters/filter-chunk.ts';
import { calendarChunk, CalendarPage } from '#src/web/features/tasks/calendar/calendar-chunk.ts';
import { arrangedChunk } from '#src/web/features/tasks/views/arranged-chunk.ts';
import { links } from '#src/web/addresses/links.ts';
import { RequireSignIn } from './require-sign-in.tsx';
import { markdownChunk } from '#src/web/features/tasks/page/markdown-chunk.ts';
import { taskPageChunk } from '#src/web/features/tasks/page/task-page-chunk.ts';
import { listBeside, PlaceContext } from '#src/web/addresses/task-address.ts';

/** Signed-in users never see it. Its own document also contains it, and main.tsx hydrates that. */
export const landing = chunk(() => import('#src/web/features/landing/landing-page.tsx'));
const LandingPage = landing.page((module) => module.LandingPage);

// The app's first screen is one chunk: the frame, the views and the data behind them are always needed together.
const app = chunk(() => import('./app.tsx'));
const App = app.page((module) => module.App);
const TodayPage = app.page((module) => module.TodayPage);
const UpcomingPage = app.page((module) => module.UpcomingPage);
const OverduePage = app.page((module) => module.OverduePage);
const CompletedPage = app.page((module) => module.CompletedPage);
const TaskAddress = app.page((module) => module.TaskAddress);

const auth = chunk(() => import('./auth.tsx'));
const AuthPages = auth.page((module) => module.AuthPages);
const account = chunk(() => import('#src/web/features/account/account-page.tsx'));
const AccountPage = account.page((module) => module.AccountPage);
const collection = chunk(() => import('#src/web/features/tasks/views/collection-page.tsx'));
const CollectionPage = collection.page((module) => module.CollectionPage);
const filter = chunk(() => import('#src/web/features/tasks/views/filter-page.tsx'));
const FilterPage = filter.page((module) => module.FilterPage);
const label = chunk(() => import('#src/web/features/tasks/views/label-page.tsx'));
const LabelPage = label.page((module) => module.LabelPage);
const newTask = chunk(() => import('#src/web/features/tasks/views/new-task-page.tsx'));
const NewTaskPage = newTask.page((module) => module.NewTaskPage);
const attention = chunk(() => import('#src/web/features/attention/needs-attention-page.tsx'));
const NeedsAttentionPage = attention.page((module) => module.NeedsAttentionPage);
const progress = chunk(() => import('#src/web/features/progress/progress-page.tsx'));
const ProgressPage = progress.page((module) => module.ProgressPage);
const trash = chunk(() => import('#src/web/features/trash/trash-page.tsx'));
const TrashPage = trash.page((module) => module.TrashPage);

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
        <Route path={links.today} element={<TodayPage />} />
        <Route path={links.upcoming} element={<UpcomingPage />} />
        <Route path={links.overdue} element={<OverduePage />} />
        <Route path={links.completed} element={<CompletedPage />} />
        <Route path={links.calendar} element={<CalendarPage />} />
        <Route path={links.progress} element={<ProgressPage />} />
        <Route path={links.trash} element={<TrashPage />} />
        <Route path={links.archived} element={<ArchivedPage />} />
        <Route path={links.account} element={<AccountPage />} />
        <Route path={links.needsAttention} element={<NeedsAttentionPage />} />
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

/** Loaded ahead, since pages cannot be loaded without a network. */
const preloadPages = () =>
  Promise.all(
    [
      account,
      arrangedChunk,
      attention,
      calendarChunk,
      collection,
      collectionChunk,
      filter,
      filterChunk,
      label,
      landing,
      markdownChunk,
      newTask,
      progress,
      taskPageChunk,
      trash,
    ].map(({ preload }) => preload()),
  );

function GuardedApp() {
  return (
    <RequireSignIn>
      <Ahead load={preloadPages} page={<App />} />
    </RequireSignIn>
  );
}

/** A page that loads the code of the pages after it while the browser is idle. */
function Ahead({ load, page }: { readonly load: () => Promise<unknown>; readonly page: ReactNode }) {
  useWhenIdle(load);
  return page;
}
