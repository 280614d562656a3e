import { isStepNode, upstreamOf } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'
import { use, useCallback, useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../components/code-text.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { isUnderWay } from '../../../parts/run-view/use-run.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import NodeForm from '../form/node-form.tsx'
import { drawingToAsk } from '../model/drawing.ts'
import { NodeToolsContext } from './node-tools-slot.ts'
import { PromptTrials } from './prompt-trial.tsx'
import { useLastRun } from './use-last-run.ts'

/** Longer than between two keys: the drawing goes to the server for a price. */
const SETTLED_MS = 400

/** One node: what went in, what it is set to, what came out, and ways to run it. */
export default function Inspector({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const last = useLastRun()
  const facts = last.nodes.get(node.id)
  const canvas = useCanvas()
  const canRun = last.isLoading || last.run !== undefined
  useEffect(() => {
    // What is asked for before there is a run must not start by itself once there is one.
    if (!canRun) canvas.changeSide({ toRun: undefined })
  }, [canvas, canRun])
  const input = textOfValue(facts?.input)
  const output = textOfValue(facts?.output)
  const why = last.isLoading ? '' : last.run ? t('inspector.notInRun') : t('inspector.noRun')
  const when = last.run && facts ? <TimeAgo date={last.run.createdDate} /> : null
  return (
    <div className="cw-inspector">
      <Part name={t('inspector.in')} note={when}>
        <Value text={input} label={t('inspector.in')} isKnown={facts !== undefined} why={why} />
      </Part>
      <Part name={t('inspector.settings')}>
        <PromptTrials key={node.id} node={node} runId={last.run?.id}>
          <NodeForm node={node} isSorted />
        </PromptTrials>
      </Part>
      <Part name={t('inspector.out')} note={when}>
        <Value text={output} label={t('inspector.out')} isKnown={facts !== undefined} why={why} />
      </Part>
      {last.run ? <Tools node={node} run={last.run} output={output ?? ''} /> : null}
    </div>
  )
}

function Part({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="cw-inspector-part" aria-label={name}>
      <h3>
        {name}
        {note ? <span className="cw-inspector-note">{note}</span> : null}
      </h3>
      {children}
    </section>
  )
}

interface ValueProps {
  text: string | undefined
  label: string
  /** The node ran. */
  isKnown: boolean
  /** Why there is nothing to show where it did not. */
  why: string
}

function Value({ text, label, isKnown, why }: ValueProps) {
  const { t } = useTranslation('chat')
  if (text !== undefined && text !== '') return <CodeText text={text} maxHeight={160} label={label} />
  return <p className="cw-inspector-nothing">{isKnown ? t('trace.nothing') : why}</p>
}

interface ToolsProps {
  node: FlowNode
  run: NonNullable<ReturnType<typeof useLastRun>['run']>
  output: string
}

function Tools({ node, run, output }: ToolsProps) {
  const draw = use(NodeToolsContext)
  const canvas = useCanvas()
  const flow = useDebounced(
    useCanvasState((state) => state.history.present),
    SETTLED_MS,
  )
  const saved = useCanvasState((state) => state.saved)
  const isAsked = useCanvasState(({ side }) => side.toRun === node.id)
  const onAsked = useCallback(() => canvas.changeSide({ toRun: undefined }), [canvas])
  const drawing = useMemo(
    () =>
      drawingToAsk({
        ...canvas.store.getState(),
        history: { ...canvas.store.getState().history, present: flow },
        saved,
      }),
    [canvas, flow, saved],
  )
  const { feeding, models } = useMemo(() => {
    const ids = isStepNode(node) ? new Set<string>() : upstreamOf(flow, node.id)
    const nodes = flow.nodes.filter(({ id }) => ids.has(id))
    return { feeding: nodes.map(({ id }) => id), models: nodes.filter(isModel).map(({ id }) => id) }
  }, [flow, node])
  return (
    draw?.({
      runId: run.id,
      question: run.question,
      isOver: !isUnderWay(run.status),
      nodeId: node.id,
      label: node.data.label,
      feeding,
      models,
      output,
      drawing,
      draw: () => drawingToAsk(canvas.store.getState()),
      isAsked,
      onAsked,
    }) ?? null
  )
}

function isModel({ data: { baseClasses } }: FlowNode): boolean {
  return baseClasses.includes('BaseLanguageModel')
}
