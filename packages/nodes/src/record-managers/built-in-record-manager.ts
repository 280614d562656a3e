import { defineNode } from '@chatwright/core'
import { recordManagerInputs, storedRecordManager } from './stored-record-manager.ts'

export default defineNode({
  name: 'builtInRecordManager',
  label: 'Built-in Record Manager',
  version: 1,
  category: 'Record Manager',
  description: 'Remembers which documents were loaded into a store, so that loading again skips what did not change.',
  icon: 'record-manager.svg',
  baseClasses: ['RecordManager'],
  inputs: recordManagerInputs,
  aliases: [{ name: 'MySQLRecordManager' }],
  build: ({ inputs, context }) => storedRecordManager({ ...inputs, records: context.records }),
})
