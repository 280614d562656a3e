import type { Config } from '../config/config.ts'
import type { BlobStore } from './blob-store.ts'
import { createLocalBlobStore } from './local-blob-store.ts'

/** The configured place for files: the data folder, or a bucket that all processes share. */
export async function createBlobStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<BlobStore> {
  if (!s3) return createLocalBlobStore(dataDir)
  const { createS3BlobStore } = await import('./s3-blob-store.ts')
  return createS3BlobStore(s3)
}
