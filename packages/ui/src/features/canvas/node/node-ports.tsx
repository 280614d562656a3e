import { flowGraph, inputHandleOf, isStepNode, openOutputs, splitTypes } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvasState } from '../canvas-context.tsx'
import { nodeGeometry } from '../model/node-geometry.ts'
import { nodeKind, portKind } from '../model/port-kinds.ts'
import { PortHandle } from './port-handle.tsx'
import { useOutputWord, useTypePhrases } from './port-words.ts'

/** The dots on a card's borders, where connections start and end. */
export function NodePorts({ node, isReachable }: { node: FlowNode; isReachable: boolean }) {
  const { t } = useTranslation('canvas')
  const wordOf = useOutputWord()
  const phrases = useTypePhrases()
  const connected = useCanvasState(
    useShallow((state) => {
      const { incoming, outgoing } = flowGraph(state.history.present)
      return [
        ...(incoming.get(node.id) ?? []).map((edge) => edge.targetHandle),
        ...(outgoing.get(node.id) ?? []).map((edge) => edge.sourceHandle),
      ]
    }),
  )
  const { ports } = nodeGeometry(node)
  const inputs = new Map<string, InputParam>(
    [...node.data.inputAnchors, ...node.data.inputParams].map((input) => [inputHandleOf(node.id, input), input]),
  )
  const outputs = new Map(openOutputs(node).map((output) => [output.handle, output]))
  return ports.map(({ id, side, y }) => {
    const input = inputs.get(id)
    const output = outputs.get(id)
    const types = output?.types ?? splitTypes(input?.type ?? '')
    const isStep = isStepNode(node)
    const label = isStep && !output ? node.data.label : (input?.label ?? (output ? wordOf(node, output) : ''))
    const name = isStep
      ? t(side === 'input' ? 'step.in' : 'step.out', { label })
      : t(side === 'input' ? 'port.input' : 'port.output', {
          label,
          types: side === 'input' ? phrases.taken(types) : phrases.given(types),
        })
    return (
      <PortHandle
        key={`${side} ${id}`}
        nodeId={node.id}
        handleId={id}
        side={side}
        y={y}
        label={label}
        name={name}
        hint={t('port.add', { label })}
        kind={isStep ? nodeKind(node.data) : portKind(types)}
        isConnected={connected.includes(id)}
        isReachable={isReachable}
      />
    )
  })
}
