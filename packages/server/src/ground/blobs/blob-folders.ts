/** Where keys begin. Whatever is kept lies below one of these, so that all of it can be found again. */
export const BLOB_FOLDERS = ['files', 'uploads', 'waiting'] as const

export type BlobFolder = (typeof BLOB_FOLDERS)[number]
