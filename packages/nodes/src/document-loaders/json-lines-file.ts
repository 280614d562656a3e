import { defineNode, file, string } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { loadJson } from './load-json.ts'
import { readFiles } from './read-files.ts'
import { requireTexts } from './read-json.ts'

export default defineNode({
  name: 'jsonlinesFile',
  label: 'Json Lines File',
  version: 3,
  category: 'Document Loaders',
  description: 'Loads files with one JSON object per line.',
  icon: 'json-file.svg',
  baseClasses: ['Document'],
  inputs: {
    jsonlinesFile: file({ destination: false, label: 'Jsonlines File', fileType: '.jsonl' }),
    pointerName: string({
      destination: false,
      label: 'Pointer Extraction',
      description: 'The key to load. Use slashes for a path.',
      placeholder: 'text',
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { jsonlinesFile: ['FILE-STORAGE::posts.jsonl'], pointerName: 'text' },
  build({ inputs, context, ...rest }) {
    const pointed = { by: inputs.pointerName, field: 'pointerName' }
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.jsonlinesFile, report }, async (opened) => {
        const documents = await loadJson(opened, { as: 'lines', pointer: pointed.by }, { context, signal })
        return requireTexts(documents, opened, pointed)
      }),
    )
  },
})
