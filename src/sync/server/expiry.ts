/** Data from before these instants is old enough to go. Ms since 1970 UTC by the server's clock. */
export interface Expiry {
  /** For data that nobody can restore any more: the texts of tombstones, and the rows of a deleted owner. */
  readonly endedBefore: number;
  /** For tombstones. Both this and `endedBefore` compare the time when the server first had the deletion. */
  readonly deletedBefore: number;
  /** For outcomes of mutations. */
  readonly recordedBefore: number;
  /** For the history. */
  readonly changedBefore: number;
}
