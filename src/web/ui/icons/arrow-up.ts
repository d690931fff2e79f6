import { icon } from './icon.ts';

export const ArrowUp = icon('M5 12l7-7 7 7M12 19V5');
