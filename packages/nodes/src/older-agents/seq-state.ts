import { code, datagrid } from '@chatwright/core'
import { defineOlderNode } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqState',
  label: 'State',
  version: 2,
  category: 'Sequential Agents',
  description: 'Holds the values that the agents of a sequential flow read and change.',
  icon: 'step-start.svg',
  baseClasses: ['State'],
  inputs: {
    stateMemoryUI: datagrid({
      label: 'Custom State (Table)',
      description: 'Replace overwrites the old value. Append adds to a list.',
      datagrid: [
        { field: 'key', headerName: 'Key', editable: true },
        {
          field: 'type',
          headerName: 'Operation',
          type: 'singleSelect',
          valueOptions: ['Replace', 'Append'],
          editable: true,
        },
        { field: 'defaultValue', headerName: 'Default Value', flex: 1, editable: true },
      ],
      optional: true,
    }),
    stateMemoryCode: code({
      label: 'Custom State (Code)',
      description: 'A JSON object. Each key has a value (how it changes) and a default (its first value).',
      language: 'js',
      rows: 8,
      optional: true,
      additional: true,
    }),
  },
})
