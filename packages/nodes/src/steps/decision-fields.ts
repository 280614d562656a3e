import { array, boolean, NodeError, string, type WaitField } from '@chatwright/core'
import { fieldType } from './field-type.ts'

/** What a person is asked to fill in with a decision. */
export const decisionFields = () =>
  array(
    {
      type: fieldType(),
      label: string({ label: 'Label', placeholder: 'Amount', optional: true }),
      name: string({ label: 'Variable Name', placeholder: 'amount', optional: true }),
      isRequired: boolean({ label: 'Required', optional: true }),
      addOptions: array(
        { option: string({ label: 'Option', optional: true }) },
        { label: 'Add Options', optional: true, show: { 'humanInputFields[$index].type': 'options' } },
      ),
    },
    {
      destination: false,
      label: 'Form Fields',
      description: 'Filled in with the decision. Later steps use it as {{humanInputAgentflow_0.output.form.name}}.',
      optional: true,
      additional: true,
    },
  )

interface FieldRow {
  type?: string | undefined
  label?: string | undefined
  name?: string | undefined
  isRequired?: boolean | undefined
  addOptions?: readonly { option?: string | undefined }[] | undefined
}

const TYPES = ['string', 'number', 'boolean', 'options'] as const

/** The rows that ask for something. Throws a NodeError that names the field nobody could fill in. */
export function readFields(rows: readonly FieldRow[] = [], { label: step }: { label: string }): WaitField[] {
  return rows.flatMap((row): WaitField[] => {
    const name = row.name?.trim() || row.label?.trim() || ''
    if (name === '') return []
    const label = row.label?.trim() || name
    const type = TYPES.find((known) => known === row.type) ?? 'string'
    const choices = (row.addOptions ?? []).flatMap(({ option }) => option?.trim() || [])
    if (type === 'options' && choices.length === 0) {
      throw new NodeError(`The field "${label}" of "${step}" has no options.`, {
        code: 'bad-input',
        field: 'humanInputFields',
        hint: `Open "${step}" and add options to "${label}", or choose another type.`,
      })
    }
    const isRequired = row.isRequired === true && { isRequired: true as const }
    return [{ name, label, type, ...(type === 'options' && { options: choices }), ...isRequired }]
  })
}
