import type { EditCatalogue } from '@chatwright/core'
import { importDify } from './dify/index.ts'
import { isDify } from './dify/read.ts'
import { importLangflow } from './langflow/index.ts'
import { isLangflow } from './langflow/read.ts'
import { importN8n } from './n8n/index.ts'
import { isN8n } from './n8n/read.ts'
import type { ImportedFile } from './report.ts'
import { checkCount } from './shared/bounds.ts'
import { ImportError } from './shared/import-error.ts'
import { readJsonText, readYamlText } from './shared/read-text.ts'

/** A file, or the files of an archive. */
export interface ForeignFile {
  name: string
  texts: readonly { name: string; text: string }[]
}

interface Importer {
  knows(document: unknown): boolean
  read(document: unknown, options: { catalogue: EditCatalogue; name: string }): ImportedFile
}

const IMPORTERS: readonly Importer[] = [
  { knows: isDify, read: importDify },
  { knows: isLangflow, read: importLangflow },
  { knows: isN8n, read: importN8n },
]

/** Reads a file of another builder; nothing where it is of none. Throws an ImportError for one that can't be read. */
export function importFile({ texts }: ForeignFile, catalogue: EditCatalogue): ImportedFile | undefined {
  const read: ImportedFile[] = []
  const isArchive = texts.length > 1
  for (const { name, text } of texts) {
    const document = documentIn(name, text)
    const importer = document === undefined ? undefined : IMPORTERS.find(({ knows }) => knows(document))
    const plain = name.replace(/^.*[\\/]/, '').replace(/\.(?:json|ya?ml|zip)$/i, '')
    if (importer) read.push(importer.read(document, { catalogue, name: plain }))
    else if (!isArchive) return undefined
  }
  const [first] = read
  if (!first) throw new ImportError('The archive holds no flow that can be read.')
  const flows = read.flatMap((each) => each.flows)
  checkCount('flows', flows.length)
  return { ...first, flows, notes: read.flatMap((each) => each.notes) }
}

function documentIn(name: string, text: string): unknown {
  const start = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .charAt(0)
  if (start === '{' || start === '[') return readJsonText(text)
  // Whatever else it is called: what is no flow of this product's either is told by its reader.
  if (
    /\.ya?ml$/i.test(name) ||
    /^(?:app|kind|version|workflow|dependencies|model_config)\s*:/m.test(text.slice(0, 4000))
  )
    return readYamlText(text)
  return undefined
}
