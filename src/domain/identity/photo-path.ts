/** The route to upload and delete the user's own photo. */
export const PHOTO_PATH = '/api/account/photo';
