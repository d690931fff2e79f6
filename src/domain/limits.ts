/** Lengths in UTF-16 code units, and numbers of live rows per user (see StoredBytes for bytes). */
export const LIMITS = {
  taskName: 500,
  taskDescription: 16_384,
  collectionName: 120,
  sectionName: 120,
  labelName: 120,
  filterName: 120,
  filterQuery: 16_384,
  tasks: 200_000,
  /** Directly below one task. */
  subTasks: 1_000,
  collections: 5_000,
  sections: 5_000,
  labels: 1_000,
  reminders: 10_000,
  /** Four weeks. */
  minutesBefore: 40_320,
  filters: 200,
  /** The text of a recurrence rule. */
  repeatRule: 500,
  settingValue: 100,
  /** As long as a task's name, which may be a wording that quick add keeps as text. */
  wording: 500,
  dismissals: 1_000,
  /** Proposals that were neither deleted nor, decided or expired, made room for new ones. */
  proposals: 100,
  /** As many as an id set holds. */
  itemsOfProposal: 100,
  proposalName: 200,
  proposalReason: 2_000,
  /** As long as the name of a token. */
  programName: 120,
  proposalItems: 65_536,
  /** Enough for one view setting per list. */
  settings: 10_000,
  storedBytes: 256 * 1_048_576,
} as const;
