import {
  anchor,
  json,
  NodeError,
  string,
  type Document,
  type Documents,
  type ReportFailure,
  type RequestView,
  type Run,
  type TextSplitter,
} from '@chatwright/core'
import { joinTexts, mapInTurns } from '../turns/take-turns.ts'

/** What every loader offers besides where its text comes from. */
export const loaderInputs = {
  textSplitter: anchor('TextSplitter', { label: 'Text Splitter', optional: true }),
  metadata: json({
    destination: false,
    label: 'Additional Metadata',
    description: "A JSON object to add to every document's metadata.",
    optional: true,
    additional: true,
  }),
  omitMetadataKeys: string({
    destination: false,
    label: 'Omit Metadata Keys',
    description: 'Metadata keys to leave out, separated by commas. Enter * to keep only the additional metadata.',
    placeholder: 'loc, pdf.info',
    rows: 4,
    optional: true,
    additional: true,
  }),
}

export const loaderOutputs = {
  document: {
    label: 'Document',
    description: 'Documents with metadata, for a vector store.',
    baseClasses: ['Document', 'json'],
  },
  text: { label: 'Text', description: 'All text in one piece, for a prompt.', baseClasses: ['string', 'json'] },
} as const

/** Text is loaded while the node is built, and that belongs to a request; documents are loaded when asked for. */
export const loaderTraits = { usesRequest: ['text'] } as const

interface LoaderSettings {
  textSplitter: TextSplitter | undefined
  metadata: Record<string, unknown> | undefined
  omitMetadataKeys: string | undefined
}

interface LoaderRequest {
  inputs: LoaderSettings
  output: string
  request: RequestView | undefined
}

/** The value of a loader for the chosen output: documents to load later, or their text now. */
export async function loaderValue(
  { inputs, output, request }: LoaderRequest,
  read: (signal: AbortSignal, report: ReportFailure | undefined) => Promise<Document[]>,
): Promise<Documents | string> {
  const load = async (run: Run, report?: ReportFailure): Promise<Document[]> => {
    const documents = await read(run.signal, report)
    run.signal.throwIfAborted()
    const split = inputs.textSplitter ? await inputs.textSplitter.splitDocuments(documents, run) : documents
    return mapInTurns(split, (document) => ({ ...document, metadata: chooseMetadata(document.metadata, inputs) }))
  }
  if (output !== 'text') return { kind: 'documents', load }
  if (!request) {
    throw new NodeError("The Text output needs a question, but this run doesn't have one.", {
      hint: 'Connect the Document output to load documents into a vector store.',
    })
  }
  return joinTexts(await load(request.run))
}

function chooseMetadata(
  found: Record<string, unknown>,
  { metadata, omitMetadataKeys }: Pick<LoaderSettings, 'metadata' | 'omitMetadataKeys'>,
): Record<string, unknown> {
  const omitted = (omitMetadataKeys ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (omitted.includes('*')) return { ...metadata }
  const chosen = structuredClone(found)
  for (const key of omitted) removePath(chosen, key.split('.'))
  return { ...chosen, ...metadata }
}

function removePath(target: Record<string, unknown>, [key = '', ...rest]: string[]): void {
  const inner = target[key]
  if (rest.length === 0) delete target[key]
  else if (typeof inner === 'object' && inner !== null) removePath(inner as Record<string, unknown>, rest)
}
