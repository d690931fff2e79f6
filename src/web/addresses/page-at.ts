import { SCREEN_PATHS, type ScreenId } from '#src/domain/screen-paths.ts';
import { links } from './links.ts';

const SCREEN_IDS = Object.keys(SCREEN_PATHS) as ScreenId[];

/** The pages of the app without a path of their own in SCREEN_PATHS. `start` leads to today's tasks. */
export type AppPage = ScreenId | 'start' | 'newTask' | 'collection' | 'label' | 'filter' | 'task';

export function isScreen(page: AppPage): page is ScreenId {
  return page in SCREEN_PATHS;
}

/** A path as people may type it, for comparison: letter case and slashes at its end make no difference. */
export function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '');
}

/** The page at a path, by every route of the specification's section 2, and a task's; null if there is none. */
export function pageAt(pathname: string): AppPage | 'landing' | 'auth' | null {
  const path = plainPath(pathname);
  if (path === '') return 'landing';
  if (/^\/auth(\/|$)/.test(path)) return 'auth';
  if (path === links.app) return 'start';
  if (path === links.newTask) return 'newTask';
  if (/^\/app\/project(\/|$)/.test(path)) return 'collection';
  if (/^\/app\/label(\/|$)/.test(path)) return 'label';
  if (/^\/app\/filter\/[^/]+$/.test(path)) return 'filter';
  if (/^\/app\/task\/[^/]+$/.test(path)) return 'task';
  return SCREEN_IDS.find((id) => SCREEN_PATHS[id] === path) ?? null;
}
