import {
  chosenOutputName,
  flowGraph,
  inputHandleOf,
  isInputVisible,
  openOutputs,
  outputChoice,
  splitTypes,
} from '@chatwright/core'
import type { FlowNode, InputParam, NodeOutput } from '@chatwright/core'
import type { NodeProps } from '@xyflow/react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { ParamRow } from '../form/param-row.tsx'
import { nodeGeometry } from '../model/node-geometry.ts'
import { countChanged, hasOutputChoice, splitParams } from '../model/node-rows.ts'
import { portKind } from '../model/port-kinds.ts'
import { problemsOf } from '../model/problems.ts'
import type { CanvasNode } from '../model/project-flow.ts'
import { useDistance } from './far.ts'
import { FarFace } from './far-face.tsx'
import { NodeHead } from './node-head.tsx'
import { NodeMenu } from './node-menu.tsx'
import { NodeState } from './node-state.tsx'
import { portColor } from './port-color.ts'
import { PortHandle } from './port-handle.tsx'
import { useOutputWord, useTypeWord } from './port-words.ts'

/** A node of the flow. Far away it shows what it is; near, what can be done with it. */
export const NodeCard = memo(function NodeCard({ data: { node }, selected }: NodeProps<CanvasNode>) {
  const distance = useDistance()
  const description = useCanvasState((state) => state.catalogue.describe(node.data.name))
  const hasCatalogue = useCanvasState((state) => state.componentNodes.length > 0)
  const run = useCanvasState((state) => state.runs[node.id])
  const problems = useCanvasState(useShallow((state) => problemsOf(state.problems, node.id)))
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement>()
  const isUnknown = hasCatalogue && description === undefined
  const looks = [
    'cw-node',
    selected ? 'is-selected' : '',
    distance === 'near' ? '' : 'is-far-away',
    run ? `is-${run.status}` : '',
    isUnknown ? 'is-unknown' : '',
    problems.some((problem) => problem.severity === 'error') ? 'has-problem' : '',
  ]
  const { height } = nodeGeometry(node)
  return (
    <div className={looks.filter(Boolean).join(' ')} style={{ height }}>
      {distance === 'near' ? null : (
        <FarFace node={node} hasIcon={description !== undefined} isDistant={distance === 'distant'}>
          <NodeState run={run} problems={problems} isUnknown={isUnknown} />
        </FarFace>
      )}
      {distance === 'near' ? (
        <>
          <NodeHead node={node} description={description} problems={problems} run={run} onMenu={setMenuAnchor} />
          {run?.status === 'running' ? <span className="cw-run-bar" aria-hidden /> : null}
          <NodeBody node={node} />
        </>
      ) : null}
      {distance === 'distant' ? <PortDots node={node} /> : <NodePorts node={node} isReachable={selected} />}
      {menuAnchor ? <NodeMenu node={node} anchor={menuAnchor} onClose={() => setMenuAnchor(undefined)} /> : null}
    </div>
  )
})

const NodeBody = memo(function NodeBody({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const typeWord = useTypeWord()
  const canvas = useCanvas()
  const { card, more } = splitParams(node)
  const changed = countChanged(more, node.data.inputs)
  return (
    <div className="cw-node-body">
      {node.data.inputAnchors
        .filter((anchor) => isInputVisible(anchor, node.data.inputs))
        .map((anchor) => (
          <div
            key={anchor.name}
            className="cw-port-row"
            style={{ '--port': portColor[portKind(splitTypes(anchor.type))] }}
            title={[anchor.description, anchor.type].filter(Boolean).join('\n')}
          >
            <span className="cw-port-label">{anchor.label}</span>
            {anchor.optional ? null : (
              <span className="cw-required" title={t('form.required')} aria-label={t('form.required')} role="img">
                *
              </span>
            )}
            <span className="cw-port-type">{typeWord(anchor)}</span>
          </div>
        ))}
      {card.map((param) => (
        <ParamRow key={param.name} node={node} param={param} />
      ))}
      {more.length > 0 ? (
        <div className="cw-more-row">
          <button
            type="button"
            className="cw-more nodrag"
            onClick={() => canvas.openDialog({ kind: 'more', nodeId: node.id })}
          >
            {changed === 0 ? t('node.more') : t('node.moreChanged', { count: changed })}
          </button>
        </div>
      ) : null}
      <OutputRows node={node} />
    </div>
  )
})

function OutputRows({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const wordOf = useOutputWord()
  const options = outputChoice(node)?.options ?? []
  if (hasOutputChoice(node)) {
    const chosen = openOutputs(node)[0]
    return (
      <div className="cw-output-row is-choice" style={outputStyle(chosen)}>
        <select
          className="cw-select nodrag"
          aria-label={t('node.output')}
          value={chosenOutputName(node)}
          disabled={isReadOnly}
          onChange={(event) => canvas.chooseOutput(node.id, event.target.value)}
        >
          {options.map((option) => (
            <option key={option.name} value={option.name}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    )
  }
  return openOutputs(node).map((output) => (
    <div key={output.handle} className="cw-output-row" style={outputStyle(output)} title={output.types.join(' | ')}>
      {wordOf(node, output)}
    </div>
  ))
}

function outputStyle(output: NodeOutput | undefined) {
  return { '--port': portColor[portKind(output?.types ?? [])] }
}

/** Ports one can see and not hit. */
function PortDots({ node }: { node: FlowNode }) {
  const { ports, width } = nodeGeometry(node)
  return ports.map(({ id, side, y }) => (
    <span key={`${side} ${id}`} className="cw-dot" style={{ top: y, left: side === 'input' ? 0 : width }} />
  ))
}

function NodePorts({ node, isReachable }: { node: FlowNode; isReachable: boolean }) {
  const wordOf = useOutputWord()
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
    return (
      <PortHandle
        key={`${side} ${id}`}
        nodeId={node.id}
        handleId={id}
        side={side}
        y={y}
        label={input?.label ?? (output ? wordOf(node, output) : '')}
        types={types.join(', ')}
        kind={portKind(types)}
        isConnected={connected.includes(id)}
        isReachable={isReachable}
      />
    )
  })
}
