import { defineNode, file } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { readPptx } from './read-archives.ts'
import { readFiles } from './read-files.ts'

export default defineNode({
  name: 'microsoftPowerpoint',
  label: 'Microsoft PowerPoint',
  version: 1,
  category: 'Document Loaders',
  description: 'Loads PowerPoint slides with their notes.',
  icon: 'microsoft-powerpoint.svg',
  keywords: ['powerpoint', 'pptx', 'slides', 'presentation', 'office'],
  baseClasses: ['Document'],
  inputs: {
    powerpointFile: file({ destination: false, label: 'PowerPoint File', fileType: '.pptx' }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { powerpointFile: ['FILE-STORAGE::sample.pptx'] },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.powerpointFile, report }, (opened) =>
        readPptx(opened, { context, signal }),
      ),
    )
  },
})
