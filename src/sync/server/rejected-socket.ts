import { SunglowError } from '#src/domain/errors.ts';

/** A device that cannot be served, though its message was well formed. The socket is closed with its code and message. */
export class RejectedSocket extends SunglowError {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super('REJECTED', message);
    this.closeCode = closeCode;
  }
}
