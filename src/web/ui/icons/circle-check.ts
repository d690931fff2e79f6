import { icon } from './icon.ts';

export const CircleCheck = icon('M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0zM16 9l-5.5 5.5L8 12');
