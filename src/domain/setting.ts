import type { Rows } from './schema/index.ts';

export type Setting = Rows['setting'];
