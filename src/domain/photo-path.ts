/** Where a user's own photo is put and taken away. */
export const PHOTO_PATH = '/api/account/photo';
