import { flowGraph, inputHandleOf, isStepNode, openOutputs, splitTypes } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvasState } from '../canvas-context.tsx'
import type { PortPlace } from '../model/node-geometry.ts'
import { portGroups } from '../model/port-groups.ts'
import { nodeKind, portKind } from '../model/port-kinds.ts'
import { PortGroupTarget } from './port-group.tsx'
import { PortHandle } from './port-handle.tsx'
import type { PortProps } from './port-handle.tsx'
import { useOutputWord, useTypePhrases } from './port-words.ts'

interface NodePortsProps {
  node: FlowNode
  ports: readonly PortPlace[]
  isReachable: boolean
}

/** The dots on a card's borders, where connections start and end. */
export function NodePorts({ node, ports, isReachable }: NodePortsProps) {
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
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const groups = portGroups(ports)
  const inputs = new Map<string, InputParam>(
    [...node.data.inputAnchors, ...node.data.inputParams].map((input) => [inputHandleOf(node.id, input), input]),
  )
  const outputs = new Map(openOutputs(node).map((output) => [output.handle, output]))
  const described = ports.map(({ id, side, y }): PortProps => {
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
    return {
      nodeId: node.id,
      handleId: id,
      side,
      y,
      label,
      name,
      hint: t('port.add', { label }),
      kind: isStep ? nodeKind(node.data) : portKind(types),
      isConnected: connected.includes(id),
      isReachable,
      isAmongMany: groups.some((group) => group.isWholeSide && group.side === side),
      isTight: groups.some((group) => group.isTight && group.side === side && group.ids.includes(id)),
    }
  })
  return (
    <>
      {isReadOnly
        ? null
        : groups.map((group) => (
            <PortGroupTarget
              key={`${group.side} ${group.ids[0]} ${group.ids.length}`}
              group={group}
              ports={described.filter(({ handleId, side }) => side === group.side && group.ids.includes(handleId))}
              label={node.data.label}
            />
          ))}
      {described.map((port) => (
        <PortHandle key={`${port.side} ${port.handleId}`} {...port} />
      ))}
    </>
  )
}
