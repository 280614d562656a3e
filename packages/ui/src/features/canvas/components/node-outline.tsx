import type { FlowNode } from '@chatwright/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { nodeSummary } from '../model/node-summary.ts'
import { shownProblems } from '../model/problems.ts'
import { runOrder } from '../model/run-order.ts'
import { NodeState } from '../node/node-state.tsx'
import { NodeTile } from '../node/node-tile.tsx'

/** The flow as a list, in the order in which nodes take their turns: what a phone can show, and a screen reader tell. */
export function NodeOutline({ onChoose }: { onChoose?: (nodeId: string) => void }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const flow = useCanvasState((state) => state.history.present)
  const nodes = useMemo(() => runOrder(flow), [flow])
  const open = (nodeId: string) => {
    canvas.select({ nodes: new Set([nodeId]), edges: new Set() })
    if (onChoose) onChoose(nodeId)
    else canvas.openDialog({ kind: 'form', nodeId })
  }
  return (
    <ol className="cw-outline" aria-label={t('outline.title')}>
      {nodes.map((node) => (
        <li key={node.id}>
          <OutlineRow node={node} onOpen={() => open(node.id)} />
        </li>
      ))}
    </ol>
  )
}

function OutlineRow({ node, onOpen }: { node: FlowNode; onOpen: () => void }) {
  const catalogue = useCanvasState((state) => state.catalogue)
  const hasCatalogue = useCanvasState((state) => state.componentNodes.length > 0)
  const run = useCanvasState((state) => state.runs[node.id])
  const problems = useCanvasState(useShallow((state) => shownProblems(state, node.id)))
  const summary = useCanvasState(({ history }) =>
    nodeSummary(node, { describe: catalogue.describe, labelOf: labelsIn(history.present) }),
  )
  const { data } = node
  const description = catalogue.describe(data.name)
  return (
    <button type="button" className="cw-outline-row" onClick={onOpen}>
      <NodeTile name={data.name} category={data.category} hasIcon={description !== undefined} />
      <span className="cw-outline-text">
        <span className="cw-outline-label">{data.label}</span>
        <span className="cw-outline-note">{summary}</span>
      </span>
      <NodeState run={run} problems={problems} isUnknown={hasCatalogue && description === undefined} />
      <IconChevronRight size={16} aria-hidden />
    </button>
  )
}
