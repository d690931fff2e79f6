/** What is old enough to go: all from before these instants, ms since 1970 UTC by the server's clock. */
export interface Expiry {
  /** The instant for what can be restored no more: the texts of tombstones, and the rows that a deleted one owns. */
  readonly endedBefore: number;
  /** The instant for tombstones. What counts for both is when the server first had the deletion. */
  readonly deletedBefore: number;
  /** The instant for mutations. */
  readonly recordedBefore: number;
}
