/** An archive ends with the list of what is in it, and a comment of at most so many bytes. */
const LONGEST_END = 22 + 0xffff

/** What is of another kind, or cut off, needs no process to be told. */
export function isWholeArchive(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (
    file.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' &&
    file.subarray(-LONGEST_END).includes('PK\u0005\u0006', 0, 'latin1')
  )
}
