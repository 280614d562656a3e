import { flowKind } from '@chatwright/core'
import Popover from '@mui/material/Popover'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useReactFlow } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { cameraMove } from '../model/fit-viewport.ts'
import type { CanvasProblem } from '../model/problems.ts'

type ListedProblem = Omit<CanvasProblem, 'code'> & { code: CanvasProblem['code'] | 'failed' }

/** How many problems the flow has; opens the list, each entry a way to the place and, where one click does it, out of it. */
export function ProblemsButton() {
  const { t } = useTranslation('canvas')
  const checked = useCanvasState((state) => state.problems)
  const failures = useFailures()
  const problems: readonly ListedProblem[] = failures.length === 0 ? checked : [...failures, ...checked]
  const isEmpty = useCanvasState((state) => state.history.present.nodes.length === 0)
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const [anchor, setAnchor] = useState<HTMLElement>()
  // What can only be looked at is not praised either: a template without its keys is not ready to run.
  if (isEmpty || (isReadOnly && problems.length === 0)) return null
  const errors = problems.filter((problem) => problem.severity === 'error').length
  const tone = errors > 0 ? 'error' : problems.length > 0 ? 'warning' : 'fine'
  const Icon = { error: IconAlertCircle, warning: IconAlertTriangle, fine: IconCircleCheck }[tone]
  return (
    <>
      <span className="cw-toolbar-line" />
      <button
        type="button"
        className={`cw-problems is-${tone}`}
        aria-haspopup="dialog"
        disabled={problems.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon size={20} aria-hidden />
        <span className="cw-problems-words">
          {problems.length === 0 ? t('problems.none') : t('problems.count', { count: problems.length })}
        </span>
        <span className="cw-problems-count" aria-hidden>
          {problems.length === 0 ? '' : problems.length}
        </span>
      </button>
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(undefined)}
          anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
          transformOrigin={{ vertical: 'bottom', horizontal: 'center' }}
          slotProps={{ paper: { className: 'cw-problem-list', role: 'dialog', 'aria-label': t('problems.title') } }}
        >
          {problems.map((problem, index) => (
            <ProblemEntry
              key={`${problem.code} ${problem.nodeId ?? ''} ${problem.field ?? ''} ${index}`}
              problem={problem}
              onDone={() => setAnchor(undefined)}
            />
          ))}
        </Popover>
      ) : null}
    </>
  )
}

/** What failed in the last run, as entries of the list: a flow with a red node has a problem. */
function useFailures(): ListedProblem[] {
  const { t } = useTranslation('canvas')
  const runs = useCanvasState((state) => state.runs)
  const nodes = useCanvasState((state) => state.history.present.nodes)
  return nodes.flatMap(({ id, data }): ListedProblem[] => {
    const run = runs[id]
    if (run?.status !== 'failed') return []
    return [
      {
        code: 'failed',
        severity: 'error',
        nodeId: id,
        message: t('problems.failed', { label: data.label, message: run.message }),
        fix: t('problems.failedFix'),
      },
    ]
  })
}

function ProblemEntry({ problem, onDone }: { problem: ListedProblem; onDone(): void }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const jump = useJump()
  const fix = useQuickFix(problem, onDone)
  const Icon = problem.severity === 'error' ? IconAlertCircle : IconAlertTriangle
  return (
    <div className="cw-problem">
      <Icon size={16} aria-hidden className={problem.severity === 'error' ? 'is-error' : 'is-warning'} />
      <button
        type="button"
        className="cw-problem-text"
        onClick={() => {
          onDone()
          if (problem.nodeId !== undefined) jump(problem.nodeId)
          else if (problem.edgeId !== undefined) canvas.select({ nodes: new Set(), edges: new Set([problem.edgeId]) })
        }}
      >
        <span>{problem.message}</span>
        <span className="cw-problem-fix">{problem.fix}</span>
      </button>
      {fix ? (
        <button type="button" className="cw-link" onClick={fix}>
          {t('problems.fix')}
        </button>
      ) : null}
    </div>
  )
}

function useQuickFix({ action }: ListedProblem, onDone: () => void): (() => void) | undefined {
  const canvas = useCanvas()
  const isStep = useCanvasState(({ history }) => flowKind(history.present) === 'agents')
  if (action?.type === 'choose-credential') {
    return () => {
      onDone()
      canvas.openDialog({ kind: 'credentials' })
    }
  }
  if (action?.type === 'edit-input' && isStep) {
    return () => {
      onDone()
      canvas.openDialog({ kind: 'form', nodeId: action.nodeId })
    }
  }
  if (action?.type === 'remove-edge') return () => void canvas.removeEdge(action.edgeId)
  if (action?.type !== 'update-node') return undefined
  return () => void canvas.run([{ do: 'upgrade', id: action.nodeId }])
}

/** Selects a node and brings it into the middle of the view. */
export function useJump(): (nodeId: string) => void {
  const canvas = useCanvas()
  const { fitView } = useReactFlow()
  return useCallback(
    (nodeId: string) => {
      canvas.select({ nodes: new Set([nodeId]), edges: new Set() })
      void fitView({ nodes: [{ id: nodeId }], maxZoom: 1, padding: 0.4, ...cameraMove() })
    },
    [canvas, fitView],
  )
}
