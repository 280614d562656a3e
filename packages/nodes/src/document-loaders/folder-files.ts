import { boolean, defineNode, NodeError, string } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { pdfUsage } from './pdf-usage.ts'
import { readAnyFile } from './read-any-file.ts'
import { splitPointers } from './read-json.ts'

export default defineNode({
  name: 'folderFiles',
  label: 'Folder with Files',
  version: 4,
  category: 'Document Loaders',
  description: 'Loads all files in a server folder that the operator has allowed for flows.',
  icon: 'folder.svg',
  baseClasses: ['Document'],
  inputs: {
    folderPath: string({
      destination: true,
      label: 'Folder Path',
      description: 'A folder inside the one that flows may read.',
      placeholder: 'handbook',
    }),
    recursive: boolean({
      destination: false,
      label: 'Recursive',
      description: 'Load subfolders too.',
      default: false,
      optional: true,
    }),
    pdfUsage: pdfUsage({ additional: true }),
    pointerName: string({
      destination: false,
      label: 'JSONL Pointer Extraction',
      description: 'The JSON keys to load. Leave empty to load all text.',
      placeholder: 'text',
      optional: true,
      additional: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { folderPath: 'handbook' },
  build({ inputs, context, ...rest }) {
    const { folderPath, recursive, pdfUsage: usage } = inputs
    const pointers = splitPointers(inputs.pointerName)
    return loaderValue({ inputs, ...rest }, async (signal, report) => {
      const found = await context.files.list(folderPath)
      const chosen = recursive ? found : found.filter(({ path }) => isDirectlyIn(folderPath, path))
      if (chosen.length === 0) {
        throw new NodeError(`The folder "${folderPath}" contains no files.`, {
          code: 'not-found',
          field: 'folderPath',
          hint: "Check the folder's name, or turn on Recursive if the files are in subfolders.",
        })
      }
      const documents = []
      for (const { path, name } of chosen) {
        signal.throwIfAborted()
        try {
          const read = await readAnyFile(await context.files.read(path), { context, usage, pointers, signal })
          for (const document of read) documents.push(document)
        } catch (error) {
          // A folder often holds a picture or two; they must not keep the rest from being read.
          const isUnknownKind = error instanceof NodeError && error.code === 'unsupported'
          if (!isUnknownKind && !report) throw error
          report?.(path, error)
          context.logger.warn({ file: name, err: error }, 'A file in the folder was skipped')
        }
      }
      return documents
    })
  },
})

function isDirectlyIn(folder: string, path: string): boolean {
  const trimmed = folder.replace(/^\.?\/+|(?<!\/)\/+$/g, '')
  const at = path.indexOf(trimmed)
  const rest = at === -1 ? path : path.slice(at + trimmed.length)
  return !rest.replace(/^\/+/, '').includes('/')
}
