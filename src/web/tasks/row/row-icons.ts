import { createLucideIcon } from 'lucide-react';

/*
 * Lucide's icons of these names, each in one path: they stand in every row, and for each element of a row that comes or goes
 * the browser works out style and layout.
 */

export const Calendar = createLucideIcon('calendar', [
  [
    'path',
    { d: 'M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM3 9h18' },
  ],
]);

export const Clock = createLucideIcon('clock', [
  ['path', { d: 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 6v6l4 2' }],
]);

/** Drawn with fewer points than Lucide's. */
export const Flag = createLucideIcon('flag', [
  ['path', { d: 'M4 22V4q2-2 5-2c3 0 4 2 7 2q3 0 4-1v12q-1 1-4 1c-3 0-4-2-7-2q-3 0-5 2' }],
]);

export const Trash = createLucideIcon('trash', [
  [
    'path',
    {
      d: 'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
    },
  ],
]);

export const Target = createLucideIcon('target', [
  ['path', { d: 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8' }],
]);

export const Below = createLucideIcon('corner-down-right', [
  ['path', { d: 'M15 10l5 5-5 5M4 4v7a4 4 0 0 0 4 4h12' }],
]);

export const ListChecks = createLucideIcon('list-checks', [
  ['path', { d: 'M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4' }],
]);

export const Bell = createLucideIcon('bell', [
  [
    'path',
    {
      d: 'M10.3 21a2 2 0 0 0 3.4 0M3.3 15.3A1 1 0 0 0 4 17h16a1 1 0 0 0 .7-1.7Q18 12.5 18 8A6 6 0 0 0 6 8q0 4.5-2.7 7.300',
    },
  ],
]);
