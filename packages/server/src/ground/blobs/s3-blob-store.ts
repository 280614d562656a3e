import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { AppError } from '@chatwright/contract'
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

/** Long enough for a large file over a slow line; whoever waits for longer waits for nothing. */
const LIMITS = { connectionTimeout: 3000, socketTimeout: 15_000, requestTimeout: 120_000, throwOnRequestTimeout: true }

/** Blobs in any S3-compatible bucket. Loaded only when one is configured. */
export function createS3BlobStore(
  { bucket, region, endpoint, credentials }: S3Options,
  limits: Partial<typeof LIMITS> = {},
): BlobStore {
  const client = new S3Client({
    region,
    requestHandler: { ...LIMITS, ...limits },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  })
  return {
    put: (key, { name, mimeType, bytes }) =>
      orUnavailable(async () => {
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
      }),

    get: (key) =>
      orUnavailable(async () => {
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
      }),

    async *list(only) {
      for (const folder of only ? [only] : BLOB_FOLDERS) {
        for await (const keys of pages(`${folder}/`)) yield* keys
      }
    },

    async delete(key) {
      for await (const keys of pages(key)) {
        const unwanted = keys.filter((each) => each === key || each.startsWith(`${key}/`)).map((Key) => ({ Key }))
        if (unwanted.length === 0) continue
        await orUnavailable(async () => {
          const deleting = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: unwanted, Quiet: true } })
          // The answer is 200 where some, or all, are still there.
          const [first] = (await client.send(deleting)).Errors ?? []
          if (first) throw new Error(`${first.Key} was not deleted: ${first.Code} ${first.Message}`)
        })
      }
    },
  }

  async function* pages(prefix: string): AsyncGenerator<string[]> {
    let next: string | undefined
    do {
      const asked = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next })
      const page = await orUnavailable(() => client.send(asked))
      yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }
}

/** Whatever it is, nobody who asks can do something about it; and it is not the database that is away. */
async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('files-unavailable', undefined, { cause })
  }
}
