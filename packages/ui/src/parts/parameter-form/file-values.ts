import { parseFiles, STORED_FILE_PREFIX } from '@chatwright/core'

/** The ids of the stored files a `file` input speaks of. */
export function storedIds(value: unknown): string[] {
  return (parseFiles(value) ?? [])
    .filter((file) => file.startsWith(STORED_FILE_PREFIX))
    .map((file) => file.slice(STORED_FILE_PREFIX.length))
}

/** The names of the files whose content a `file` input carries itself: they stand at the end of the content. */
export function inlineNames(value: unknown): string[] {
  return (parseFiles(value) ?? []).filter((file) => file.startsWith('data:')).map((file) => nameIn(file) || 'file')
}

function nameIn(file: string): string {
  const at = file.indexOf(NAME_MARK)
  return at === -1 ? '' : file.slice(at + NAME_MARK.length)
}

const NAME_MARK = ',filename:'
