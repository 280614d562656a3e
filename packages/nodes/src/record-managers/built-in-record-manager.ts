import { defineNode } from '@chatwright/core'
import { recordManagerInputs, storedRecordManager } from './stored-record-manager.ts'

export default defineNode({
  name: 'builtInRecordManager',
  label: 'Built-in Record Manager',
  version: 1,
  category: 'Record Manager',
  description: 'Tracks which documents a vector store holds, so loading again skips unchanged ones.',
  icon: 'record-manager.svg',
  baseClasses: ['RecordManager'],
  inputs: recordManagerInputs,
  aliases: [{ name: 'MySQLRecordManager' }],
  build: ({ inputs, context }) => storedRecordManager({ ...inputs, records: context.records }),
})
