/** The most waiting input of one user, from all devices together: some frames of the largest size. */
const MAX_OF_USER = 32 * 1_048_576;
/** The most waiting input of all users of a server together. */
const MAX_OF_ALL = 128 * 1_048_576;

/** Frames, or bodies of requests, that have come in and are not yet dealt with, in characters. */
export class WaitingInput {
  readonly #ofUsers = new Map<string, number>();
  #ofAll = 0;

  /**
   * True when the user's next frame is rejected. When the input of all users is too much, each user may still have one
   * frame waiting. `own`: the characters of this frame that are counted already.
   */
  isFull(userId: string, own = 0): boolean {
    const ofUser = (this.#ofUsers.get(userId) ?? 0) - own;
    return ofUser > (this.#ofAll > MAX_OF_ALL ? 0 : MAX_OF_USER);
  }

  /** Counts a waiting frame of the user. The same number, negative, takes it back once the frame is dealt with. */
  count(userId: string, characters: number): void {
    this.#ofAll += characters;
    const ofUser = (this.#ofUsers.get(userId) ?? 0) + characters;
    if (ofUser > 0) this.#ofUsers.set(userId, ofUser);
    else this.#ofUsers.delete(userId);
  }
}
