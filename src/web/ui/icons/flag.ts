import { icon } from './icon.ts';

export const Flag = icon('M4 22V4q2-2 5-2c3 0 4 2 7 2q3 0 4-1v12q-1 1-4 1c-3 0-4-2-7-2q-3 0-5 2');
