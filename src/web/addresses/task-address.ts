import { createContext, useContext } from 'react';
import type { Location, NavigationType } from 'react-router';

const TASK = '/app/task/';

/** The path of a task. */
export function taskLink(id: string): string {
  return TASK + encodeURIComponent(id);
}

/** The id that a task's path carries; null when the path is none. */
export function taskIdIn(pathname: string): string | null {
  return pathname.startsWith(TASK) ? pathname.slice(TASK.length) : null;
}

/** The list from which a task was opened, and beside which it stands where there is room; null when it was opened from none. */
export function listBeside({ pathname, state }: Location<unknown>): Location<unknown> | null {
  if (taskIdIn(pathname) === null || typeof state !== 'object' || !state || !('beside' in state)) return null;
  return state.beside as Location<unknown>;
}

/** The state of a navigation to a task from `location`: the list there goes on standing beside it. */
export function besideState(location: Location<unknown>): object | null {
  const beside = taskIdIn(location.pathname) === null ? location : listBeside(location);
  return beside && { beside };
}

/** Where the browser is, and how it came there. The pages see a list's place as their location while a task stands beside it. */
export interface Place {
  readonly location: Location<unknown>;
  readonly type: NavigationType;
}

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('usePlace needs a PlaceContext.');
  return place;
}
