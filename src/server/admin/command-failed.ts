import { SunglowError } from '#src/domain/errors.ts';

/** A command that failed and has changed nothing. */
export class CommandFailed extends SunglowError {
  constructor(message: string, cause?: unknown) {
    super('COMMAND_FAILED', message, { cause });
  }
}
