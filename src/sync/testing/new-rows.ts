/** The default values of a new task, besides its id, name, collection and times. */
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

/** The default values of a collection, besides its id, name, color, position and time. */
export const NEW_COLLECTION = {
  parentId: null,
  archivedAt: null,
  isFavourite: 0,
  layout: 'list',
  purgedAt: null,
  deletedAt: null,
} as const;
