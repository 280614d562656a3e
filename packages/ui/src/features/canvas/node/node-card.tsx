import type { FlowNode } from '@chatwright/core'
import type { NodeProps } from '@xyflow/react'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvasState } from '../canvas-context.tsx'
import { nodeKind } from '../model/port-kinds.ts'
import type { NodeRun } from '../../../lib/node-run.ts'
import { shownProblems } from '../model/problems.ts'
import type { CanvasProblem } from '../model/problems.ts'
import type { CanvasNode } from '../model/project-flow.ts'
import { useDetail } from './detail.ts'
import { DifferenceMark } from './difference-mark.tsx'
import { NodeHead } from './node-head.tsx'
import { NodeLabel } from './node-label.tsx'
import { NodeMenu } from './node-menu.tsx'
import { NodePorts } from './node-ports.tsx'
import { NodeRows } from './node-rows.tsx'
import { NoteResizer } from './note-resizer.tsx'
import { OpenedNode } from './opened-node.tsx'
import { OutlineDetails } from './outline-details.tsx'
import { portColor } from './port-color.ts'

/** Below this height a node is hit above and below itself, too, when it is far away. */
const LOW = 140

/**
 * A node of the flow. From a distance it is drawn as an outline, nearer with its ports, and near with its fields. What
 * is drawn and cannot be read is hidden by the canvas's mark of distance, so that coming back costs nothing. Flows open
 * and are zoomed out as hundreds of outlines: each element less in them counts.
 */
export const NodeCard = memo(function NodeCard({ data: { node, geometry, isOpen }, selected }: NodeProps<CanvasNode>) {
  const detail = useDetail()
  const isOutline = detail === 'distant' || detail === 'speck'
  const description = useCanvasState((state) => state.catalogue.describe(node.data.name))
  const hasCatalogue = useCanvasState((state) => state.componentNodes.length > 0)
  const run = useCanvasState((state) => state.runs[node.id])
  const difference = useCanvasState((state) => state.differences[node.id])
  const problems = useCanvasState(useShallow((state) => shownProblems(state, node.id)))
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement>()
  const isUnknown = hasCatalogue && description === undefined
  const { width, height } = geometry
  const isContainer = node.type === 'iteration'
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const fault = useFault(run)
  const problem = useProblem(node, problems)
  const looks = [
    'cw-node',
    isOutline ? 'is-outline' : '',
    selected ? 'is-selected' : '',
    height < LOW ? 'is-low' : '',
    isContainer ? 'is-container' : '',
    isOpen ? 'is-open' : '',
    run ? `is-${run.status}` : '',
    isUnknown ? 'is-unknown' : '',
    difference ? `is-${difference.state}` : '',
    problems.some((problem) => problem.severity === 'error') ? 'has-problem' : '',
  ]
  return (
    <div
      className={looks.filter(Boolean).join(' ')}
      style={{
        height,
        ...((isContainer || isOpen) && { width }),
        ...(isOutline && { '--port': portColor[nodeKind(node.data)] }),
      }}
    >
      {isOutline ? (
        <span className="cw-node-label">
          <NodeLabel text={node.data.label} />
        </span>
      ) : (
        <>
          <NodeHead
            node={node}
            isOpen={isOpen}
            description={description}
            problems={problems}
            run={run}
            fault={fault ?? problem?.message}
            onMenu={setMenuAnchor}
          />
          {run?.status === 'running' ? <span className="cw-run-bar" aria-hidden /> : null}
          <NodePorts node={node} ports={geometry.ports} isReachable={selected} />
        </>
      )}
      {detail === 'distant' ? (
        <OutlineDetails ports={geometry.ports} run={run} problems={problems} isUnknown={isUnknown} />
      ) : null}
      {isOutline || detail === 'far' || isContainer ? null : isOpen ? (
        <OpenedNode node={node} />
      ) : (
        <NodeRows
          node={node}
          problem={problem}
          fault={fault ?? (hasField(node, problem) ? undefined : problem?.message)}
        />
      )}
      {difference ? <DifferenceMark difference={difference} /> : null}
      {isContainer && !isOutline && !isReadOnly ? <NoteResizer node={node} /> : null}
      {menuAnchor ? <NodeMenu node={node} anchor={menuAnchor} onClose={() => setMenuAnchor(undefined)} /> : null}
    </div>
  )
})

/** What went wrong with it in the run that is shown, in one line. */
function useFault(run: NodeRun | undefined): string | undefined {
  const { t } = useTranslation('canvas')
  if (run?.status === 'failed') return run.message.split('\n')[0]
  return run?.status === 'stopped' ? t('run.stoppedBecause', { label: run.because }) : undefined
}

/** What keeps it from running, without its name: that stands right above. */
function useProblem(node: FlowNode, problems: readonly CanvasProblem[]): CanvasProblem | undefined {
  const { label } = node.data
  return useMemo(() => {
    const found = problems.find((problem) => problem.severity === 'error' && problem.code !== 'outdated-node')
    return found && { ...found, message: withoutName(found.message, label) }
  }, [problems, label])
}

const OF_CHOSEN = new Set(['chosenCredentialMissing', 'chosenCredentialGone', 'choiceUnknown'])

function withoutName(message: string, label: string): string {
  if (!message.startsWith(`${label} `)) return message.replace(` in ${label} `, ' ')
  const rest = message.slice(label.length + 1)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** A field that is filled in does not say what is wrong: of a chosen model without its credential, words must. */
function hasField({ data }: FlowNode, problem: CanvasProblem | undefined): boolean {
  if (problem?.phrase && OF_CHOSEN.has(problem.phrase.id)) return false
  return data.inputParams.some(({ name }) => name === problem?.field)
}
