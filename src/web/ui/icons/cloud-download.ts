import { icon } from './icon.ts';

export const CloudDownload = icon(
  'M12 13v8l-4-4M12 21l4-4M4.393 15.269A7 7 0 1 1 15.71 8h1.79a4.5 4.5 0 0 1 2.436 8.284',
);
