import { icon } from './icon.ts';

export const Circle = icon('M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0z');
