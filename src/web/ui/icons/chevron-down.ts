import { icon } from './icon.ts';

export const ChevronDown = icon('M6 9l6 6 6-6');
