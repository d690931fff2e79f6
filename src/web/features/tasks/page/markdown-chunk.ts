import { chunk } from '#src/web/feedback/chunk.tsx';

export const markdownChunk = chunk(() => import('#src/web/ui/markdown/markdown.tsx'));
export const Markdown = markdownChunk.part((module) => module.Markdown);
