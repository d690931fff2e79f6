import { icon } from './icon.ts';

export const FolderSearch = icon(
  'M10.7 20H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H20a2 2 0 0 1 2 2v4.1M21 21l-1.9-1.9M14 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0z',
);
