/** Base of every error Sunglow throws on purpose: `code` is stable, the message says what to do. */
export class SunglowError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** Why a mutation was refused, by code. The codes travel and are stored: never rename one. */
export const REJECTIONS = {
  DUPLICATE_COLLECTION: 'Collection with the same name already exists!',
  COLLECTION_GONE: 'The collection was deleted. Choose another collection.',
  GONE: 'The task was deleted. Restore it to keep the change.',
  TASK_LIMIT: 'You have reached the limit of 200,000 tasks. Delete some to add more.',
  COLLECTION_LIMIT: 'You have reached the limit of 5,000 collections. Delete some to add more.',
  SETTING_LIMIT: 'You have reached the limit of 100 settings. Reload the app and try again.',
  STORAGE_LIMIT:
    'You have reached the limit of 256 MB. Shorten long descriptions to add more. What you delete counts for up to 30 days.',
  INVALID: 'Another version of Sunglow made this change. Reload the app to retry it, or copy what it says.',
} as const;

export type RejectionCode = keyof typeof REJECTIONS;

/** Thrown by a mutator that must not happen: it leaves no effect but its recorded code (sync rule W6). */
export class MutationRejected extends SunglowError {
  declare readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(code, REJECTIONS[code]);
  }
}
