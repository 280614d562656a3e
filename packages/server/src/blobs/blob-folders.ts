/** Where keys begin. Whatever is kept lies below one of these, so that all of it can be found again. */
export const BLOB_FOLDERS = ['files', 'uploads'] as const
