import { defineNode } from '@chatwright/core'
import { recordManagerInputs, storedRecordManager } from './stored-record-manager.ts'

export default defineNode({
  name: 'postgresRecordManager',
  label: 'Postgres Record Manager',
  version: 1,
  category: 'Record Manager',
  description: "For flows made elsewhere: remembers in this product's own database, whichever that is.",
  icon: 'record-manager.svg',
  baseClasses: ['Postgres RecordManager', 'RecordManager'],
  badge: 'deprecated',
  inputs: recordManagerInputs,
  build: ({ inputs, context }) => storedRecordManager({ ...inputs, records: context.records }),
})
