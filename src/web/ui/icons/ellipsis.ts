import { icon } from './icon.ts';

export const Ellipsis = icon(
  'M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
);
