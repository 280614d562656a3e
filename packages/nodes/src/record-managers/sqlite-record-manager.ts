import { defineNode } from '@chatwright/core'
import { recordManagerInputs, storedRecordManager } from './stored-record-manager.ts'

export default defineNode({
  name: 'SQLiteRecordManager',
  label: 'SQLite Record Manager',
  version: 1,
  category: 'Record Manager',
  description:
    "Tracks loaded documents in Chatwright's own database. For imported flows that use a Postgres record manager.",
  icon: 'record-manager.svg',
  baseClasses: ['SQLite RecordManager', 'RecordManager'],
  badge: 'deprecated',
  inputs: recordManagerInputs,
  build: ({ inputs, context }) => storedRecordManager({ ...inputs, records: context.records }),
})
