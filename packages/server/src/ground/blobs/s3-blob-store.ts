import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { BLOB_FOLDERS } from './blob-folders.ts'
import type { BlobStore } from './blob-store.ts'

export interface S3Options {
  bucket: string
  region: string
  /** For stores other than Amazon's. */
  endpoint?: string | undefined
  /** Left out, the SDK looks where it always does: environment, profile, machine role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Blobs in any S3-compatible bucket. Loaded only when one is configured. */
export function createS3BlobStore({ bucket, region, endpoint, credentials }: S3Options): BlobStore {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  })
  return {
    async put(key, { name, mimeType, bytes }) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: bytes,
          ContentType: mimeType,
          // Metadata travels in headers, which take plain letters only.
          Metadata: { name: encodeURIComponent(name) },
        }),
      )
    },

    async get(key) {
      try {
        const { Body, ContentType, Metadata } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        if (!Body) return undefined
        return {
          name: decodeURIComponent(Metadata?.['name'] ?? key),
          mimeType: ContentType ?? 'application/octet-stream',
          bytes: await Body.transformToByteArray(),
        }
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    async *list(only) {
      for (const folder of only ? [only] : BLOB_FOLDERS) {
        for await (const keys of pages(`${folder}/`)) yield* keys
      }
    },

    async delete(key) {
      for await (const keys of pages(key)) {
        const unwanted = keys.filter((each) => each === key || each.startsWith(`${key}/`)).map((Key) => ({ Key }))
        if (unwanted.length > 0)
          await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: unwanted, Quiet: true } }))
      }
    },
  }

  async function* pages(prefix: string): AsyncGenerator<string[]> {
    let next: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
      )
      yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }
}
