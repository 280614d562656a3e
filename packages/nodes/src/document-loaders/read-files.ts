import { NodeError, type Document, type FileAccess, type OpenFile } from '@chatwright/core'

interface ReadFiles {
  files: FileAccess
  references: readonly string[]
}

/** Opens the files an input holds, one after the other, and reads each into documents. */
export async function readFiles(
  { files, references }: ReadFiles,
  read: (file: OpenFile) => Promise<Document[]> | Document[],
): Promise<Document[]> {
  const documents: Document[] = []
  for (const reference of references) {
    const file = await files.open(reference)
    try {
      for (const document of await read(file)) documents.push(document)
    } catch (cause) {
      throw unreadable(file, cause)
    }
  }
  return documents
}

function unreadable(file: OpenFile, cause: unknown): NodeError {
  // An error that says more than "failed" has been explained already.
  if (cause instanceof NodeError && cause.code !== 'failed') return cause
  return new NodeError(`${file.name} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
    code: 'bad-input',
    hint: 'Check that the file opens in its own program and is of the kind this node reads.',
    cause,
  })
}
