import { icon } from './icon.ts';

export const Bell = icon(
  'M10.3 21a2 2 0 0 0 3.4 0M3.3 15.3A1 1 0 0 0 4 17h16a1 1 0 0 0 .7-1.7Q18 12.5 18 8A6 6 0 0 0 6 8q0 4.5-2.7 7.300',
);
