/** Base of every error that Sunglow throws on purpose: `code` is stable, the message says what to do. */
export class SunglowError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The reasons for rejecting a mutation, by code. Codes are sent and stored: never rename one. */
export const REJECTIONS = {
  DUPLICATE_COLLECTION: 'Collection with the same name already exists!',
  COLLECTION_GONE: 'The collection was deleted. Choose another collection.',
  GONE: 'The task was deleted. Restore it to keep the change.',
  NOTES_CONFLICT: 'The same lines of the notes were changed elsewhere. Choose which text to keep.',
  PARENT_GONE: 'The task above was deleted. Restore it, or choose another one.',
  CIRCLE: 'A task or collection cannot be below itself. Choose another place.',
  TOO_DEEP: 'This place is too many levels deep. Choose a higher one.',
  SUBTASK_LIMIT: 'A task has 1,000 sub-tasks at most. Choose another one to add more.',
  LABELS_LIMIT: 'A task has 100 labels at most. Take one off to add more.',
  DUPLICATE_LABEL: 'A label with the same name already exists.',
  LABEL_GONE: 'The label was deleted. Restore it to keep the change.',
  LABEL_LIMIT: 'You have reached the limit of 1,000 labels. Delete some to add more.',
  DUPLICATE_SECTION: 'A section with the same name already exists in the collection.',
  SECTION_GONE: 'The section was deleted. Restore it to keep the change.',
  SECTION_LIMIT: 'You have reached the limit of 5,000 sections. Delete some to add more.',
  FILTER_GONE: 'The filter was deleted. Restore it to keep the change.',
  FILTER_LIMIT: 'You have reached the limit of 200 filters. Delete some to add more.',
  TASK_LIMIT: 'You have reached the limit of 200,000 tasks. Delete some to add more.',
  COLLECTION_LIMIT: 'You have reached the limit of 5,000 collections. Delete some to add more.',
  REMINDER_LIMIT: 'You have reached the limit of 10,000 reminders. Remove some to add more.',
  REMINDER_GONE: 'The reminder was removed for good. Add another one.',
  PROPOSAL_GONE: 'The proposal was deleted for good.',
  PROPOSAL_LIMIT: 'You have reached the limit of 100 open proposals. Decide on some first.',
  DISMISSAL_LIMIT: 'You have reached the limit of 1,000 words kept as text. Forget some to add more.',
  SETTING_LIMIT: 'You have reached the limit of 10,000 settings. Reload the app and try again.',
  STORAGE_LIMIT:
    'You have reached the limit of 256 MB. Shorten long descriptions to add more. Deleted texts count for up to 30 days.',
  SET_BACK: 'The server was restored from a backup. This change is only on this device.',
  INVALID: 'Another version of Sunglow made this change. Reload the app to retry it, or copy its text.',
} as const;

export type RejectionCode = keyof typeof REJECTIONS;

/**
 * Thrown by a mutator to reject a mutation, which then has no effect but its recorded code (sync rule W6).
 */
export class MutationRejected extends SunglowError {
  declare readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(code, REJECTIONS[code]);
  }
}
