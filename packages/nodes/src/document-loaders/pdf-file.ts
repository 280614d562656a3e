import { boolean, defineNode, file } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { pdfUsage } from './pdf-usage.ts'
import { readFiles } from './read-files.ts'
import { readPdf } from './read-pdf.ts'

export default defineNode({
  name: 'pdfFile',
  label: 'Pdf File',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads PDF files as Markdown, page by page or as a whole.',
  icon: 'pdf-file.svg',
  keywords: ['pdf'],
  baseClasses: ['Document'],
  inputs: {
    pdfFile: file({ destination: false, label: 'Pdf File', fileType: '.pdf' }),
    usage: pdfUsage({}),
    legacyBuild: boolean({
      destination: false,
      label: 'Use Legacy Build',
      description: 'Has no effect here. Imported flows may still set it; one reader handles all files.',
      optional: true,
      additional: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { pdfFile: ['FILE-STORAGE::manual.pdf'] },
  build({ inputs, context, ...rest }) {
    const { usage } = inputs
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.pdfFile, report }, (opened) =>
        readPdf(opened, { context, usage, signal }),
      ),
    )
  },
})
