import { boolean, defineNode, file, string } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { pdfUsage } from './pdf-usage.ts'
import { readAnyFile } from './read-any-file.ts'
import { readFiles } from './read-files.ts'
import { splitPointers } from './read-json.ts'

export default defineNode({
  name: 'fileLoader',
  label: 'File Loader',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads files of many types: PDF, Word, CSV, JSON, HTML, Markdown, text and source code.',
  icon: 'file.svg',
  keywords: ['document', 'documents', 'upload', 'files', 'file'],
  baseClasses: ['Document'],
  inputs: {
    file: file({ destination: false, label: 'File', fileType: '*' }),
    usage: pdfUsage({ additional: true }),
    legacyBuild: boolean({
      destination: false,
      label: 'Use Legacy Build',
      description: 'Has no effect here. Imported flows may still set it; one PDF reader handles all files.',
      optional: true,
      additional: true,
    }),
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
  example: { file: ['FILE-STORAGE::manual.pdf'] },
  build({ inputs, context, ...rest }) {
    const { usage } = inputs
    const pointers = splitPointers(inputs.pointerName)
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.file, report }, (opened) =>
        readAnyFile(opened, { context, usage, pointers, signal }),
      ),
    )
  },
})
