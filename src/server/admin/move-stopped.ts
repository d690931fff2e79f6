import { SunglowError } from '#src/domain/errors.ts';

/** A move that failed or has not finished. Its source is unchanged. */
export class MoveStopped extends SunglowError {
  constructor(message: string, cause?: unknown) {
    super('MOVE_STOPPED', message, { cause });
  }
}
