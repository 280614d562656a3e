import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { decodeText } from './decode-text.ts'
import { sniffFileKind } from './file-kinds.ts'
import { readEpub, readPptx, readXlsx } from './read-archives.ts'
import { readCsv } from './read-csv.ts'
import { readDocx } from './read-docx.ts'
import { readHtml } from '../web/read-html.ts'
import { loadJson } from './load-json.ts'
import { readPdf } from './read-pdf.ts'

interface ReadOptions {
  context: Pick<NodeContext, 'isolate'>
  usage: 'perPage' | 'perFile'
  signal: AbortSignal
  /** Which texts of a JSON file are wanted. */
  pointers?: readonly string[]
}

/** Reads a file of any kind we know, by its content first and its name second. */
export async function readAnyFile(file: OpenFile, options: ReadOptions): Promise<Document[]> {
  const pointers = options.pointers ?? []
  switch (sniffFileKind(file)) {
    case 'pdf':
      return readPdf(file, options)
    case 'docx':
      return readDocx(file, options)
    case 'xlsx':
      return readXlsx(file, options)
    case 'pptx':
      return readPptx(file, options)
    case 'epub':
      return readEpub(file, { context: options.context, signal: options.signal })
    case 'csv':
      return readCsv(file, options)
    case 'json':
      return loadJson(file, pointers.length === 0 ? { as: 'objects' } : { as: 'texts', pointers }, options)
    case 'jsonl':
      return loadJson(file, { as: 'lines', pointer: pointers[0] ?? '' }, options)
    case 'html':
      return [{ pageContent: (await readHtml(decodeText(file.bytes), options)).text, metadata: { source: file.name } }]
    case 'text':
      return [{ pageContent: decodeText(file.bytes), metadata: { source: file.name } }]
    default:
      throw unreadableKind(file)
  }
}

const NAMED: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  docx: 'Word',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  epub: 'EPUB',
}

function unreadableKind({ name }: OpenFile): NodeError {
  const kind = NAMED[name.split('.').at(-1)?.toLowerCase() ?? '']
  if (kind === undefined) {
    return new NodeError(`${name} has a type that can't be loaded here.`, {
      code: 'unsupported',
      hint: 'Supported files: PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), EPUB, CSV, JSON, HTML, Markdown and other text.',
    })
  }
  return new NodeError(`${name} is named like a ${kind} file but isn't one. It is empty or damaged.`, {
    code: 'unsupported',
    hint: 'Save or download the file again.',
  })
}
