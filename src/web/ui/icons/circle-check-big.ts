import { icon } from './icon.ts';

export const CircleCheckBig = icon('M21.801 10A10 10 0 1 1 17 3.335M9 11l3 3L22 4');
