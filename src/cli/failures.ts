import { SunglowError } from '#src/domain/errors.ts';

/** Arguments that the command line does not understand: exit code 2. */
export class WrongUsage extends SunglowError {
  constructor(problem: string) {
    super('WRONG_USAGE', `${problem} See sunglow help.`);
  }
}

/** A command that failed: exit code 1. `code`: that of the API where it answered. */
export class CommandFailed extends SunglowError {
  constructor(message: string, code = 'COMMAND_FAILED', cause?: unknown) {
    super(code, message, { cause });
  }
}
