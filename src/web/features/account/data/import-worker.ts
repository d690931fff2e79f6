import { SunglowError } from '#src/domain/errors.ts';
import { ImportSession, type ImportAnswer, type ImportQuestion } from './import-session.ts';

/** The answer to a question, or the reason why the file cannot be imported. */
export type ImportReply = { readonly answer: ImportAnswer } | { readonly problem: string };

const session = new ImportSession();

async function replyTo(question: ImportQuestion): Promise<ImportReply> {
  try {
    return { answer: await session.answer(question) };
  } catch (error) {
    if (!(error instanceof SunglowError)) reportError(error);
    return { problem: error instanceof SunglowError ? error.message : 'This file could not be read.' };
  }
}

addEventListener('message', (event: MessageEvent<ImportQuestion>) => {
  void replyTo(event.data).then((reply) => postMessage(reply));
});
