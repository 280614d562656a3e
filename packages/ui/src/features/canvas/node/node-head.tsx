import { IconDots, IconRefreshAlert } from '@tabler/icons-react'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { FlowNode, NodeDescription } from '@chatwright/core'
import { isStepNode } from '@chatwright/core'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { nodeSummary } from '../model/node-summary.ts'
import type { CanvasProblem } from '../model/problems.ts'
import type { NodeRun } from '../../../lib/node-run.ts'
import { NodeLabel } from './node-label.tsx'
import { NodeState } from './node-state.tsx'
import { NodeTile } from './node-tile.tsx'

interface NodeHeadProps {
  node: FlowNode
  description: NodeDescription | undefined
  problems: readonly CanvasProblem[]
  run: NodeRun | undefined
  onMenu(anchor: HTMLElement): void
}

/** Tile, name, what matters, and how it stands. */
export function NodeHead({ node, description, problems, run, onMenu }: NodeHeadProps) {
  const { t } = useTranslation('canvas')
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const summary = useCanvasState(({ catalogue, history }) =>
    nodeSummary(node, { describe: catalogue.describe, labelOf: labelsIn(history.present) }),
  )
  const error = problems.find((problem) => problem.severity === 'error' && problem.code !== 'outdated-node')
  const fault = run?.status === 'failed' ? firstLine(run.message) : error && withoutName(error.message, node.data.label)
  const stop = run?.status === 'stopped' ? t('run.stoppedBecause', { label: run.because }) : undefined
  return (
    <div className="cw-node-head">
      <NodeTile name={node.data.name} category={node.data.category} hasIcon={description !== undefined} />
      <div className="cw-node-title">
        <NodeName node={node} />
        {/* Beside what matters, not beside the name: that is the last to be shortened. */}
        <span className="cw-node-line">
          <span className={`cw-node-note${fault === undefined ? '' : ' is-problem'}`} title={fault ?? stop}>
            {fault ?? stop ?? summary}
          </span>
          {run || description === undefined || problems.length > 0 ? (
            <NodeState run={run} problems={problems} isUnknown={description === undefined} />
          ) : null}
        </span>
      </div>
      {description && problems.some((problem) => problem.code === 'outdated-node') ? (
        <UpdateBadge nodeId={node.id} description={description} />
      ) : null}
      {isReadOnly ? null : (
        <button
          type="button"
          className="cw-node-menu nodrag"
          aria-label={t('node.menu', { label: node.data.label })}
          aria-haspopup="menu"
          onClick={(event: MouseEvent<HTMLButtonElement>) => onMenu(event.currentTarget)}
        >
          <IconDots size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** The name stands right above: what follows it is what is new. */
function withoutName(message: string, label: string): string {
  if (!message.startsWith(`${label} `)) return message
  const rest = message.slice(label.length + 1)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}

function NodeName({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const [isEditing, setIsEditing] = useState(false)
  if (!isEditing) {
    return (
      <span
        className="cw-node-label"
        title={isReadOnly || isStepNode(node) ? node.data.label : t('node.renameHint', { label: node.data.label })}
        // A step opens its form instead: double-clicking it does so anywhere else on its card.
        onDoubleClick={() => setIsEditing(!isReadOnly && !isStepNode(node))}
      >
        <NodeLabel text={node.data.label} />
      </span>
    )
  }
  return (
    <input
      className="cw-node-rename nodrag nopan"
      defaultValue={node.data.label}
      aria-label={t('node.rename')}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        canvas.run([{ do: 'rename', id: node.id, label: event.currentTarget.value }])
        setIsEditing(false)
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          event.currentTarget.value = node.data.label
          event.currentTarget.blur()
        }
      }}
    />
  )
}

function UpdateBadge({ nodeId, description }: { nodeId: string; description: NodeDescription }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const update = () => {
    if (canvas.run([{ do: 'upgrade', id: nodeId }])) {
      canvas.announce(t('said.updated', { label: description.label, version: description.version }))
    }
  }
  return (
    <button
      type="button"
      className="cw-node-update nodrag"
      title={t('node.outdated')}
      disabled={isReadOnly}
      onClick={update}
    >
      <IconRefreshAlert size={16} aria-hidden />
      {t('node.update')}
    </button>
  )
}
