import { chosenStepId, flowGraph, stateKeys, stepsBefore } from '@chatwright/core'
import type { InputOption } from '@chatwright/core'
import { useMemo } from 'react'

import { useCanvasState } from '../../canvas-context.tsx'
import { ChoiceButton } from '../../../../parts/parameter-form/choice-button.tsx'
import { ChoiceList } from '../../../../parts/parameter-form/choice-list.tsx'
import { asText } from '../../../../parts/parameter-form/field-props.ts'
import { asFieldProps } from './step-field-props.ts'
import type { StepFieldProps } from './step-field-props.ts'

/** A step to go back to: one that leads here. */
export function EarlierStepField(props: StepFieldProps) {
  const flow = useCanvasState((state) => state.history.present)
  const options = useMemo(
    () =>
      stepsBefore(flow, props.node.id).map(({ id, data }) => ({
        name: `${id}-${data.label}`,
        label: data.label,
        description: id,
      })),
    [flow, props.node.id],
  )
  const id = chosenStepId(props.value)
  const present = flowGraph(flow).nodes.get(id)
  const chosen = present ? `${id}-${present.data.label}` : asText(props.value)
  return <DrawnChoice field={props} options={options} chosen={chosen} text={present?.data.label ?? id} />
}

/** A key of the flow's state: one that the Start or another step gives it, or a new one. */
export function StateKeyField(props: StepFieldProps) {
  const flow = useCanvasState((state) => state.history.present)
  const describe = useCanvasState((state) => state.catalogue.describe)
  const options = useMemo(
    () => stateKeys(flow, { describe }).map((key) => ({ name: key, label: key })),
    [flow, describe],
  )
  const chosen = asText(props.value)
  return <DrawnChoice field={props} options={options} chosen={chosen} text={chosen} />
}

interface DrawnChoiceProps {
  field: StepFieldProps
  options: readonly InputOption[]
  chosen: string
  text: string
}

function DrawnChoice({ field, options, chosen, text }: DrawnChoiceProps) {
  return (
    <ChoiceButton
      field={asFieldProps(field)}
      text={text}
      {...(field.param.placeholder !== undefined && { placeholder: field.param.placeholder })}
      list={(anchor, close) => (
        <ChoiceList
          anchor={anchor}
          label={field.param.label}
          options={options}
          chosen={[chosen]}
          isFree={field.param.freeSolo === true}
          onChoose={field.onValue}
          onClose={close}
        />
      )}
    />
  )
}
