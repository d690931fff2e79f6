import { icon } from './icon.ts';

export const Plus = icon('M5 12h14M12 5v14');
