import { icon } from './icon.ts';

export const Minus = icon('M5 12h14');
