import { SunglowError } from '#src/domain/errors.ts';
import { ImportSession, type ImportAnswer, type ImportQuestion } from './import-session.ts';

/** The answer to a question, or the error. */
export type ImportReply =
  | { readonly answer: ImportAnswer }
  | { readonly problem: string; readonly code: string };

const session = new ImportSession();

async function replyTo(question: ImportQuestion): Promise<ImportReply> {
  try {
    return { answer: await session.answer(question) };
  } catch (error) {
    if (error instanceof SunglowError) return { problem: error.message, code: error.code };
    reportError(error);
    return { problem: 'This file could not be read.', code: 'UNKNOWN_FILE' };
  }
}

addEventListener('message', (event: MessageEvent<ImportQuestion>) => {
  void replyTo(event.data).then((reply) => postMessage(reply));
});
