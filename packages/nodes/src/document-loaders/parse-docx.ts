/** Runs in a child process: the text of a Word document. */
export default async function parseDocx({ bytes }: { bytes: Uint8Array }): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) })
  return value
}
