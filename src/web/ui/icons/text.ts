import { icon } from './icon.ts';

export const Text = icon('M21 5H3M15 12H3M17 19H3');
