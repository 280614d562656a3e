import { defineNode, file } from '@chatwright/core'
import { decodeText } from './decode-text.ts'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { readFiles } from './read-files.ts'
import { TEXT_FILE_ENDINGS } from './file-kinds.ts'

export default defineNode({
  name: 'textFile',
  label: 'Text File',
  version: 3,
  category: 'Document Loaders',
  description: 'Loads text files: plain text, Markdown, HTML and source code.',
  icon: 'text-file.svg',
  keywords: ['txt'],
  baseClasses: ['Document'],
  inputs: {
    txtFile: file({ destination: false, label: 'Txt File', fileType: TEXT_FILE_ENDINGS.join(', ') }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { txtFile: ['FILE-STORAGE::hello.txt'] },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, (_signal, report) =>
      readFiles({ files: context.files, references: inputs.txtFile, report }, ({ name, bytes }) => [
        { pageContent: decodeText(bytes), metadata: { source: name } },
      ]),
    )
  },
})
