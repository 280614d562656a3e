import { chosenOutputName, isStepNode, nodeOutputs, openOutputs, outputChoice, splitTypes } from '@chatwright/core'
import type { FlowNode, InputParam, NodeOutput } from '@chatwright/core'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { portInputs } from '../model/node-geometry.ts'
import { hasOutputChoice } from '../model/node-rows.ts'
import { nodeKind, portKind } from '../model/port-kinds.ts'
import { portColor } from './port-color.ts'
import { useOutputWord, useTypePhrases } from './port-words.ts'

/** What the ports of a card are called: inputs on the left, outputs on the right, a row for each. */
export function PortRows({ node }: { node: FlowNode }) {
  if (isStepNode(node)) return <BranchRows node={node} />
  const inputs = portInputs(node)
  const outputs = openOutputs(node)
  const rows = Array.from({ length: Math.max(inputs.length, outputs.length) }, (_, index) => index)
  return rows.map((index) => (
    <div key={index} className="cw-port-row">
      <InputName input={inputs[index]} />
      <OutputName node={node} output={outputs[index]} />
    </div>
  ))
}

function InputName({ input }: { input: InputParam | undefined }) {
  const { t } = useTranslation('form')
  const phrases = useTypePhrases()
  if (!input) return null
  const types = splitTypes(input.type)
  return (
    <span
      className="cw-port-label"
      style={{ '--port': portColor[portKind(types)] }}
      title={[input.description, phrases.taken(types)].filter(Boolean).join('\n')}
    >
      {input.label}
      {input.optional ? null : (
        <span className="cw-required" title={t('required')} aria-label={t('required')} role="img">
          *
        </span>
      )}
    </span>
  )
}

function OutputName({ node, output }: { node: FlowNode; output: NodeOutput | undefined }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const wordOf = useOutputWord()
  const { given } = useTypePhrases()
  if (!output) return null
  const style = { '--port': portColor[portKind(output.types)] }
  if (!hasOutputChoice(node)) {
    return (
      <span className="cw-output-label" style={style} title={given(output.types)}>
        {wordOf(node, output)}
      </span>
    )
  }
  return (
    <select
      className="cw-select nodrag"
      style={style}
      aria-label={t('node.output')}
      value={chosenOutputName(node)}
      disabled={isReadOnly}
      onChange={(event) => canvas.run([{ do: 'output', id: node.id, output: event.target.value }])}
    >
      {(outputChoice(node)?.options ?? []).map((option) => (
        <option key={option.name} value={option.name}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

function BranchRows({ node }: { node: FlowNode }) {
  const wordOf = useOutputWord()
  const outputs = nodeOutputs(node)
  // Asked whenever the flow changes: a branch may be called after a node that was renamed.
  const branches = useCanvasState(useShallow(() => outputs.map((output) => wordOf(node, output))))
  if (outputs.length < 2) return null
  return outputs.map((output, index) => (
    <div key={output.handle} className="cw-port-row">
      <span className="cw-output-label" style={{ '--port': portColor[nodeKind(node.data)] }} title={branches[index]}>
        {branches[index]}
      </span>
    </div>
  ))
}
