import { IconChevronDown, IconChevronUp, IconDots, IconRefreshAlert } from '@tabler/icons-react'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { FlowNode, NodeDescription } from '@chatwright/core'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { usePreferences } from '../components/preferences.ts'
import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { canOpen } from '../model/open-nodes.ts'
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
  /** What is wrong with it, in one line. */
  fault: string | undefined
  isOpen: boolean
  onMenu(anchor: HTMLElement): void
}

/** Tile, name, what matters, and how it stands. */
export function NodeHead({ node, description, problems, run, fault, isOpen, onMenu }: NodeHeadProps) {
  const { t } = useTranslation('canvas')
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const summary = useCanvasState(({ catalogue, history }) =>
    nodeSummary(node, { describe: catalogue.describe, labelOf: labelsIn(history.present) }),
  )
  return (
    <div className="cw-node-head">
      <NodeTile name={node.data.name} category={node.data.category} hasIcon={description !== undefined} />
      <div className="cw-node-title">
        <NodeName node={node} />
        {/* Seen from where the rows are too small to be read. */}
        <span className={`cw-node-note${fault === undefined ? '' : ' is-problem'}`}>{fault ?? summary}</span>
      </div>
      {run || description === undefined || problems.length > 0 ? (
        <NodeState run={run} problems={problems} isUnknown={description === undefined} />
      ) : null}
      {description && problems.some((problem) => problem.code === 'outdated-node') ? (
        <UpdateBadge nodeId={node.id} description={description} />
      ) : null}
      {isReadOnly ? null : (
        <span className="cw-node-tools">
          {canOpen(node) ? <OpenButton node={node} isOpen={isOpen} /> : null}
          <button
            type="button"
            className="cw-node-menu nodrag"
            aria-label={t('node.menu', { label: node.data.label })}
            aria-haspopup="menu"
            onClick={(event: MouseEvent<HTMLButtonElement>) => onMenu(event.currentTarget)}
          >
            <IconDots size={16} aria-hidden />
          </button>
        </span>
      )}
    </div>
  )
}

/** The way to all of a node's settings in its own place, and back. */
function OpenButton({ node, isOpen }: { node: FlowNode; isOpen: boolean }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const label = t(isOpen ? 'node.close' : 'node.open', { label: node.data.label })
  const isDetailed = usePreferences((state) => state.isDetailed)
  if (isDetailed) return null
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <button
      type="button"
      className="cw-node-menu nodrag"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={() => (isOpen ? canvas.closeNode(node.id) : canvas.openNode(node.id))}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
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
        title={isReadOnly ? node.data.label : t('node.renameHint', { label: node.data.label })}
        onDoubleClick={(event) => {
          // Anywhere else on its card, it opens the node.
          if (isReadOnly) return
          event.stopPropagation()
          setIsEditing(true)
        }}
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
      aria-label={t('node.update')}
      title={`${t('node.update')}: ${t('node.outdated')}`}
      disabled={isReadOnly}
      onClick={update}
    >
      <IconRefreshAlert size={16} aria-hidden />
    </button>
  )
}
