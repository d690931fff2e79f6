import { createContext, useContext } from 'react';
import type { Location } from './location.ts';

const TASK = '/app/task/';

export function taskLink(id: string): string {
  return TASK + encodeURIComponent(id);
}

/** The fragment of a task's address that shows its history. */
export const HISTORY = '#history';

/** The address of a task with its history in view. */
export function historyLink(id: string): string {
  return taskLink(id) + HISTORY;
}

/** The id in a task's path; null for another path. */
export function taskIdIn(pathname: string): string | null {
  return pathname.startsWith(TASK) ? pathname.slice(TASK.length) : null;
}

/**
 * The list where a task was opened, which stays beside it if there is room; null if it was opened elsewhere.
 */
export function listBeside({ pathname, state }: Location): Location | null {
  if (taskIdIn(pathname) === null || typeof state !== 'object' || !state || !('beside' in state)) return null;
  return state.beside as Location;
}

/** The state of a navigation to a task from `location`, which keeps the list there beside it. */
export function besideState(location: Location): object | null {
  const beside = taskIdIn(location.pathname) === null ? location : listBeside(location);
  return beside && { beside };
}

/**
 * The place of the browser, and the navigation that led there. While a task is beside a list, pages see the
 * list's place as their location.
 */
export interface Place {
  readonly location: Location;
  readonly type: 'pop' | 'push' | 'replace';
}

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('usePlace needs a PlaceContext.');
  return place;
}
