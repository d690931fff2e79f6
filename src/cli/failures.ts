import { SunglowError } from '#src/domain/errors.ts';

/** Arguments that the command line does not understand: exit code 2. */
export class WrongUsage extends SunglowError {
  constructor(problem: string) {
    super('WRONG_USAGE', `${problem} See sunglow help.`);
  }
}

interface FailureOptions extends ErrorOptions {
  readonly isPassing?: boolean;
}

/** A command that failed: exit code 1. `code`: that of the API where it answered. */
export class CommandFailed extends SunglowError {
  /** True when the network or the server failed, and the same request may succeed later. */
  readonly isPassing: boolean;

  constructor(
    message: string,
    code = 'COMMAND_FAILED',
    { isPassing = false, ...options }: FailureOptions = {},
  ) {
    super(code, message, options);
    this.isPassing = isPassing;
  }
}
