import { defineNode, file, options } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { readEpub } from './read-archives.ts'
import { readFiles } from './read-files.ts'

export default defineNode({
  name: 'epubFile',
  label: 'EPUB File',
  version: 1,
  category: 'Document Loaders',
  description: 'Loads EPUB books, chapter by chapter.',
  icon: 'epub-file.svg',
  keywords: ['book', 'ebook', 'epub'],
  baseClasses: ['Document'],
  inputs: {
    epubFile: file({ destination: false, label: 'EPUB File', fileType: '.epub' }),
    usage: options({
      destination: false,
      label: 'Usage',
      description: 'Whether each chapter becomes its own document.',
      options: [
        { label: 'One document per chapter', name: 'perChapter' },
        { label: 'One document per file', name: 'perFile' },
      ],
      default: 'perChapter',
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { epubFile: ['FILE-STORAGE::sample.epub'] },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.epubFile, report }, (opened) =>
        readEpub(opened, { context, signal, usage: inputs.usage }),
      ),
    )
  },
})
