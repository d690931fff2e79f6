// The code that reads a typed line, and shows the result, is one chunk.
export { LineReader, typedLanguageOf } from './line-reader.ts';
export { pickFields } from './pick.ts';
export { PastedLines } from './pasted-lines.tsx';
export { SuggestionList } from './suggestion-list.tsx';
export { Understood } from './understood.tsx';
