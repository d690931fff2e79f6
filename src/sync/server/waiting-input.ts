/** All devices of a user together may have so much: some frames of the largest size. */
const MAX_OF_USER = 32 * 1_048_576;
/** All users of a server together may have so much. */
const MAX_OF_ALL = 128 * 1_048_576;

/** What has come in and is not dealt with yet, in characters of frames. */
export class WaitingInput {
  readonly #ofUsers = new Map<string, number>();
  #ofAll = 0;

  /** Whether the user may have no more frames waiting. When all together are too much, each may still have one. */
  isFull(userId: string): boolean {
    const ofUser = this.#ofUsers.get(userId) ?? 0;
    return ofUser > (this.#ofAll > MAX_OF_ALL ? 0 : MAX_OF_USER);
  }

  /** A frame of the user waits; when it was dealt with, it is to be counted back by as many. */
  count(userId: string, characters: number): void {
    this.#ofAll += characters;
    const ofUser = (this.#ofUsers.get(userId) ?? 0) + characters;
    if (ofUser > 0) this.#ofUsers.set(userId, ofUser);
    else this.#ofUsers.delete(userId);
  }
}
