import type { ChosenNode } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { defaultsOf, formInputs } from './node-defaults.ts'
import { ParameterForm } from './parameter-form.tsx'

interface NodeChoiceProps {
  label: string
  help: string
  nodes: readonly NodeDescription[]
  chosen: ChosenNode
  onChange: (chosen: ChosenNode) => void
  /** What stands for none of them, where one need not be chosen; its name then is empty, and the form is short. */
  none?: string
}

/** One of several nodes, and its form. */
export function NodeChoice({ label, help, nodes, chosen, onChange, none }: NodeChoiceProps) {
  const node = nodes.find(({ name }) => name === chosen.name)
  const choose = (name: string) => {
    const next = nodes.find((each) => each.name === name)
    if (name !== chosen.name) onChange({ name, config: next ? defaultsOf(next) : {} })
  }
  return (
    <>
      <ChoiceInput
        label={label}
        help={help}
        value={chosen.name}
        choices={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...nodes.map((each) => ({ value: each.name, label: each.label, description: each.description })),
        ]}
        onChange={choose}
      />
      {node ? (
        <ParameterForm
          nodeName={node.name}
          inputs={formInputs(node).filter(({ additionalParams }) => none === undefined || additionalParams !== true)}
          values={chosen.config}
          onChange={(changes) => onChange({ ...chosen, config: { ...chosen.config, ...changes } })}
        />
      ) : null}
    </>
  )
}
