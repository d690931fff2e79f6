/** What a new task has where nothing else is said, beside its id, name, collection and times. */
export const NEW_TASK = {
  description: '',
  date: null,
  priority: 4,
  time: null,
  zone: null,
  duration: null,
  deadline: null,
  parentId: null,
  sectionId: null,
  labels: '',
  place: '',
  dayPlace: '',
  repeat: null,
  repeatFrom: 'date',
  repeatStart: null,
  repeatDue: null,
  cycleAt: null,
  doneIn: null,
  seriesId: null,
  completedAt: null,
  deletedAt: null,
} as const;

/** The same of a collection, beside its id, name, color, position and time. */
export const NEW_COLLECTION = {
  parentId: null,
  archivedAt: null,
  isFavourite: 0,
  layout: 'list',
  purgedAt: null,
  deletedAt: null,
} as const;
