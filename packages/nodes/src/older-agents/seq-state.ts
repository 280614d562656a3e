import { code, datagrid } from '@chatwright/core'
import { defineOlderNode } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqState',
  label: 'State',
  version: 2,
  category: 'Sequential Agents',
  description: 'The values that the agents of a sequential flow read and change.',
  icon: 'step-start.svg',
  baseClasses: ['State'],
  inputs: {
    stateMemoryUI: datagrid({
      label: 'Custom State (Table)',
      description: 'Replace puts a new value in the place of the old one, Append adds it to a list.',
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
      description: 'An object: for each key how it changes (value) and what it begins with (default).',
      language: 'js',
      rows: 8,
      optional: true,
      additional: true,
    }),
  },
})
