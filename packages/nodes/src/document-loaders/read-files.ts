import { NodeError, type Document, type FileAccess, type OpenFile, type ReportFailure } from '@chatwright/core'

interface ReadFiles {
  files: FileAccess
  references: readonly string[]
  report: ReportFailure | undefined
}

/** Opens the files an input holds, one after the other, and reads each into documents. One that is broken is reported. */
export async function readFiles(
  { files, references, report }: ReadFiles,
  read: (file: OpenFile) => Promise<Document[]> | Document[],
): Promise<Document[]> {
  const documents: Document[] = []
  const failures: { name: string; error: NodeError }[] = []
  for (const [index, reference] of references.entries()) {
    let file: OpenFile
    try {
      file = await files.open(reference)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      // One that is gone keeps the others from nothing.
      failures.push({ name: `File ${index + 1}`, error })
      continue
    }
    try {
      for (const document of await read(file)) documents.push(document)
    } catch (cause) {
      failures.push({ name: file.name, error: unreadable(file, cause) })
    }
  }
  const [first] = failures
  for (const { name, error } of failures) report?.(name, error)
  // Nothing read at all is a failure of the node; so is a single broken file that nobody hears of.
  if (first && (!report || documents.length === 0)) throw first.error
  return documents
}

function unreadable(file: OpenFile, cause: unknown): NodeError {
  // An error that says more than "failed" has been explained already.
  if (cause instanceof NodeError && cause.code !== 'failed') return cause
  return new NodeError(`${file.name} couldn't be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
    code: 'bad-input',
    hint: 'Check that the file opens in its own program and that this node supports its type.',
    cause,
  })
}
