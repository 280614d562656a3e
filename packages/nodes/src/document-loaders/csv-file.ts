import { defineNode, file, string } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { readCsv } from './read-csv.ts'
import { readFiles } from './read-files.ts'

export default defineNode({
  name: 'csvFile',
  label: 'Csv File',
  version: 3,
  category: 'Document Loaders',
  description: 'Loads CSV files, one document per row.',
  icon: 'csv-file.svg',
  keywords: ['csv', 'excel', 'spreadsheet', 'table', 'xlsx'],
  baseClasses: ['Document'],
  inputs: {
    csvFile: file({ destination: false, label: 'Csv File', fileType: '.csv' }),
    columnName: string({
      destination: false,
      label: 'Single Column Extraction',
      description: 'The column to load. Leave empty to load all columns.',
      placeholder: 'Name of the column',
      optional: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { csvFile: ['FILE-STORAGE::people.csv'] },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.csvFile, report }, (opened) =>
        readCsv(opened, { context, signal, columnName: inputs.columnName }),
      ),
    )
  },
})
