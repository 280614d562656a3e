import { defineNode } from '@chatwright/core'
import { recordManagerInputs, storedRecordManager } from './stored-record-manager.ts'

export default defineNode({
  name: 'postgresRecordManager',
  label: 'Postgres Record Manager',
  version: 1,
  category: 'Record Manager',
  description:
    "Tracks loaded documents in Chatwright's own database. For imported flows that use a Postgres record manager.",
  icon: 'record-manager.svg',
  baseClasses: ['Postgres RecordManager', 'RecordManager'],
  badge: 'deprecated',
  inputs: recordManagerInputs,
  build: ({ inputs, context }) => storedRecordManager({ ...inputs, records: context.records }),
})
