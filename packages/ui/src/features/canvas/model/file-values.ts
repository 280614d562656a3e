import { parseFiles, STORED_FILE_PREFIX } from '@chatwright/core'

/** The ids of the stored files a `file` input speaks of. */
export function storedIds(value: unknown): string[] {
  return (parseFiles(value) ?? [])
    .filter((file) => file.startsWith(STORED_FILE_PREFIX))
    .map((file) => file.slice(STORED_FILE_PREFIX.length))
}

/** The names of the files whose content a `file` input carries itself: they stand at the end of the content. */
export function inlineNames(value: unknown): string[] {
  return (parseFiles(value) ?? [])
    .filter((file) => file.startsWith('data:'))
    .map((file) => /,filename:(.+)$/.exec(file)?.[1] ?? 'file')
}
