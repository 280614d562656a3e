import {
  canBeChosen,
  changeChosenCredential,
  changeChosenNode,
  chooseNode,
  isParam,
  readChosenNode,
} from '@chatwright/core'
import type { CredentialSummary } from '@chatwright/contract'
import type { FlowNode, InputDescription, NodeDescription } from '@chatwright/core'
import { use, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCredentials } from '../../../../lib/catalogue.ts'
import { onlyCredential } from '../../../../lib/only-credential.ts'
import { useCanvasState } from '../../canvas-context.tsx'
import { ChoiceButton } from '../../../../parts/parameter-form/choice-button.tsx'
import { ChoiceList } from '../../../../parts/parameter-form/choice-list.tsx'
import { CredentialField } from '../../../../parts/parameter-form/credential-field.tsx'
import { asFieldProps, InputsContext } from './step-field-props.ts'
import type { StepFieldProps } from './step-field-props.ts'

/** A node chosen inside a step, with its own settings and credential below the choice. */
export function ChosenNodeField(props: StepFieldProps) {
  const { node, param, values, field, onChange, isReadOnly, isInvalid } = props
  const { t } = useTranslation('canvas')
  const drawInputs = use(InputsContext)
  const nodes = useCanvasState((state) => state.componentNodes)
  const describe = useCanvasState((state) => state.catalogue.describe)
  const credentials = useCredentials()
  const credentialId = useId()
  const options = useMemo(
    () =>
      nodes
        .filter((each) => canBeChosen(each, param))
        .map(({ name, label, description }) => ({ name, label, description }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [nodes, param],
  )
  const chosen = readChosenNode(param, values)
  const description = chosen && describe(chosen.name)
  const asNode: FlowNode | undefined = chosen && {
    ...node,
    data: { ...node.data, name: chosen.name, inputs: { ...chosen.settings }, credential: chosen.credential ?? '' },
  }
  const settings = description?.inputs.filter((input) => isParam(input)) ?? []
  return (
    <>
      <ChoiceButton
        field={asFieldProps(props)}
        text={description?.label ?? chosen?.name ?? ''}
        list={(anchor, close) => (
          <ChoiceList
            anchor={anchor}
            label={param.label}
            options={options}
            chosen={chosen ? [chosen.name] : []}
            onChoose={(name) => {
              const isSame = name === chosen?.name
              if (!isSame) onChange(chosenWithCredential(param, describe(name), credentials.data))
              else if (param.optional) onChange(chooseNode(param, undefined))
            }}
            onClose={close}
          />
        )}
      />
      {chosen && description && asNode ? (
        <div className="cw-chosen" role="group" aria-label={t('step.settingsOf', { label: description.label })}>
          {description.credential ? (
            <div className="cw-form-row">
              <label id={`${credentialId}-label`} htmlFor={credentialId} className="cw-form-label">
                {description.credential.label}
              </label>
              <CredentialField
                owner={asNode.data}
                param={description.credential}
                value={chosen.credential}
                onChange={(id) => onChange(changeChosenCredential(param, values, typeof id === 'string' ? id : ''))}
                isReadOnly={isReadOnly}
                isInvalid={isInvalid && chosen.credential === undefined && description.credential.optional !== true}
                place="form"
                ids={{ id: credentialId, 'aria-labelledby': `${credentialId}-label` }}
              />
            </div>
          ) : null}
          {drawInputs({
            node: asNode,
            inputs: settings,
            values: chosen.settings,
            rules: chosen.settings,
            field: field,
            onChange: (changes) => onChange(changeChosenNode(param, values, changes)),
          })}
        </div>
      ) : null}
    </>
  )
}

/** A node as it is chosen, with the credential it must mean where only one fits. */
function chosenWithCredential(
  param: InputDescription,
  description: NodeDescription | undefined,
  stored: readonly CredentialSummary[] | undefined,
): Record<string, unknown> {
  const chosen = chooseNode(param, description)
  const only = onlyCredential(description?.credential, stored)
  return only ? { ...chosen, ...changeChosenCredential(param, chosen, only.id) } : chosen
}
