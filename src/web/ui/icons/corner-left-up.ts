import { icon } from './icon.ts';

export const CornerLeftUp = icon('M14 9 9 4 4 9M20 20h-7a4 4 0 0 1-4-4V4');
