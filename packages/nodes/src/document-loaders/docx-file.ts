import { defineNode, file } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { readDocx } from './read-docx.ts'
import { readFiles } from './read-files.ts'

export default defineNode({
  name: 'docxFile',
  label: 'Docx File',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads Word documents as Markdown, with headings, lists and tables.',
  icon: 'docx-file.svg',
  keywords: ['word', 'docx', 'office'],
  baseClasses: ['Document'],
  aliases: [{ name: 'microsoftWord' }],
  inputs: {
    docxFile: file({ destination: false, label: 'Docx File', fileType: '.docx' }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { docxFile: ['FILE-STORAGE::letter.docx'] },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.docxFile, report }, (opened) =>
        readDocx(opened, { context, signal }),
      ),
    )
  },
})
