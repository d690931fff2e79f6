import { icon } from './icon.ts';

export const ListFilter = icon('M2 5h20M6 12h12M9 19h6');
