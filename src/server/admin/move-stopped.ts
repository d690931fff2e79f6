import { SunglowError } from '#src/domain/errors.ts';

/** A database was not moved, or not yet. The one that was to be moved is as it was. */
export class MoveStopped extends SunglowError {
  constructor(message: string, cause?: unknown) {
    super('MOVE_STOPPED', message, { cause });
  }
}
