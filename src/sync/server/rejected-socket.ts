import { SunglowError } from '#src/domain/errors.ts';

/**
 * A device that the server cannot serve, though its message is well formed. The server closes the socket with this code
 * and message.
 */
export class RejectedSocket extends SunglowError {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super('REJECTED', message);
    this.closeCode = closeCode;
  }
}
