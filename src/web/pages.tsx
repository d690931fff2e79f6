import type { ComponentType } from 'react';
import type { ScreenId } from '#src/domain/screen-paths.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { filterChunk } from '#src/web/features/collections/filters/filter-chunk.ts';
import { arrangedChunk } from '#src/web/features/tasks/views/arranged-chunk.ts';
import { calendarChunk } from '#src/web/features/tasks/calendar/calendar-chunk.ts';
import { collectionChunk } from '#src/web/features/tasks/collection/collection-chunk.ts';
import { markdownChunk } from '#src/web/features/tasks/page/markdown-chunk.ts';
import { taskPageChunk } from '#src/web/features/tasks/page/task-page-chunk.ts';
import { CompletedPage, OverduePage, TodayPage, UpcomingPage } from '#src/web/features/tasks/views/views.tsx';
import { SCREENS, type FirstScreenId } from './screens.ts';

const FIRST: Readonly<Record<FirstScreenId, ComponentType>> = {
  today: TodayPage,
  upcoming: UpcomingPage,
  overdue: OverduePage,
  completed: CompletedPage,
};

const loaded = SCREENS.flatMap(({ id, page }) => {
  if (!page) return [];
  const { preload, page: show } = chunk(page.load);
  return [{ id, preload, Page: show(page.pick as (module: unknown) => ComponentType) }];
});

const PAGES = {
  ...FIRST,
  ...Object.fromEntries(loaded.map(({ id, Page }) => [id, Page])),
} as Readonly<Record<ScreenId, ComponentType>>;

/** The page of a screen. */
export function ScreenPage({ id }: { readonly id: ScreenId }) {
  const Page = PAGES[id];
  return <Page />;
}

const collection = chunk(() => import('#src/web/features/tasks/views/collection-page.tsx'));
export const CollectionPage = collection.page((module) => module.CollectionPage);
const filter = chunk(() => import('#src/web/features/tasks/views/filter-page.tsx'));
export const FilterPage = filter.page((module) => module.FilterPage);
const label = chunk(() => import('#src/web/features/tasks/views/label-page.tsx'));
export const LabelPage = label.page((module) => module.LabelPage);
const newTask = chunk(() => import('#src/web/features/tasks/views/new-task-page.tsx'));
export const NewTaskPage = newTask.page((module) => module.NewTaskPage);

/** Loads all pages ahead: without a network they cannot be loaded. */
export const preloadPages = () =>
  Promise.all(
    [
      ...loaded,
      arrangedChunk,
      calendarChunk,
      collection,
      collectionChunk,
      filter,
      filterChunk,
      label,
      markdownChunk,
      newTask,
      taskPageChunk,
    ].map(({ preload }) => preload()),
  );
