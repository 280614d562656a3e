import { defineNode, file } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { readXlsx } from './read-archives.ts'
import { readFiles } from './read-files.ts'

export default defineNode({
  name: 'microsoftExcel',
  label: 'Microsoft Excel',
  version: 1,
  category: 'Document Loaders',
  description: 'Loads Excel sheets, row by row.',
  icon: 'microsoft-excel.svg',
  keywords: ['excel', 'xlsx', 'spreadsheet', 'office'],
  baseClasses: ['Document'],
  inputs: {
    excelFile: file({ destination: false, label: 'Excel File', fileType: '.xlsx' }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { excelFile: ['FILE-STORAGE::sample.xlsx'] },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.excelFile, report }, (opened) =>
        readXlsx(opened, { context, signal }),
      ),
    )
  },
})
