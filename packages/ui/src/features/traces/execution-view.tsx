import type { ExecutionFlow, ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../components/delayed.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NotFound } from '../../components/not-found.tsx'
import { ApiError } from '../../lib/api-error.ts'
import type { NodeRuns } from '../../lib/node-run.ts'
import { color, type } from '../../theme/tokens.ts'
import { useExecutionFlow, useExecutionSteps, type Looked } from './api/use-executions.ts'
import { ExecutionHead, type ShownExecution } from './components/execution-head.tsx'
import { ExecutionLookContext, type ExecutionLook } from './components/execution-look.ts'
import { plainList, StepRow } from './components/step-row.tsx'
import { nodeRunsOf, placesOf, stepTree } from './model/step-tree.ts'

export interface DrawingProps {
  flow: ExecutionFlow
  runs: NodeRuns
  chosen: string | undefined
  onChoose: (nodeId: string) => void
}

interface ExecutionViewProps extends Looked {
  /** Draws the flow; the application hands it in. */
  drawing: (props: DrawingProps) => ReactNode
}

/** One execution: its flow as it was, and every step with what went in and out. */
export function ExecutionView({ id, isShared, drawing }: ExecutionViewProps) {
  const { t } = useTranslation('executions')
  const looked = { id, isShared }
  const told = useExecutionSteps(looked)
  const flow = useExecutionFlow(looked)
  if (told.error instanceof ApiError && told.error.status === 404) {
    return <NotFound address={id} title={t('notFound')} text={t('notFoundText')} />
  }
  if (told.error && !told.data) return <ErrorState error={told.error} onRetry={() => void told.refetch()} />
  if (!told.data) return <Waiting />
  const { execution, steps, isKept } = told.data
  return (
    <>
      <ExecutionHead execution={execution} flowName={flow.data?.name} isShared={isShared} />
      {isKept ? (
        <Run execution={execution} steps={steps} looked={looked} flow={flow.data} isGone={flow.isError}>
          {drawing}
        </Run>
      ) : (
        <Typography sx={{ color: color.text2 }}>{t('notKept')}</Typography>
      )}
    </>
  )
}

interface RunProps {
  execution: ShownExecution
  steps: readonly ExecutionStep[]
  looked: Looked
  flow: ExecutionFlow | undefined
  isGone: boolean
  children: ExecutionViewProps['drawing']
}

function Run({ execution, steps, looked, flow, isGone, children: drawing }: RunProps) {
  const { t } = useTranslation('executions')
  const { look, choose, chosenNode } = useLook({ execution, steps, looked })
  const { labelOf } = look
  const runs = useMemo(
    () =>
      nodeRunsOf(steps, ({ from = [] }) =>
        from.length === 0 ? t('unreached') : t('skipped', { steps: from.map(labelOf).join(', ') }),
      ),
    [steps, labelOf, t],
  )
  return (
    <ExecutionLookContext value={look}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Card component="section" aria-label={t('drawing')} sx={{ position: { lg: 'sticky' }, top: { lg: 82 } }}>
          <Box sx={{ position: 'relative', height: { xs: 320, lg: 'calc(100dvh - 300px)' }, minHeight: 280 }}>
            {flow ? drawing({ flow, runs, chosen: chosenNode, onChoose: choose }) : null}
            {isGone ? <Box sx={{ padding: 2, color: color.text2 }}>{t('noDrawing')}</Box> : null}
          </Box>
          {flow ? (
            <Box sx={{ padding: '8px 16px', ...type.caption, color: color.text3 }}>
              {t('version', { version: flow.version })}
              {flow.isCurrent ? null : ` · ${t('changed')}`}
            </Box>
          ) : null}
        </Card>
        <StepList steps={steps} chosen={look.chosen} />
      </Box>
    </ExecutionLookContext>
  )
}

const STEPS_AT_ONCE = 100

function StepList({ steps, chosen }: { steps: readonly ExecutionStep[]; chosen: string | undefined }) {
  const { t } = useTranslation('executions')
  const [shown, setShown] = useState(STEPS_AT_ONCE)
  const tree = useMemo(() => stepTree(steps), [steps])
  const chosenAt = tree.findIndex(({ step: { path } }) => chosen === path || chosen?.startsWith(`${path}/`))
  const count = Math.max(shown, chosenAt + 1)
  return (
    <Card component="section" aria-label={t('steps')} sx={{ padding: { xs: 1, sm: 2 } }}>
      <Typography variant="subtitle2" component="h2" sx={{ marginBottom: 1 }}>
        {t('steps')}
      </Typography>
      <Box component="ol" sx={plainList}>
        {tree.slice(0, count).map((branch) => (
          <StepRow key={branch.step.path} branch={branch} />
        ))}
      </Box>
      {tree.length > count ? (
        <Button sx={{ marginTop: 1 }} onClick={() => setShown(count + STEPS_AT_ONCE)}>
          {t('more')}
        </Button>
      ) : null}
    </Card>
  )
}

/** What is open and chosen, and how the rows are placed in time. */
function useLook({ execution, steps, looked }: Pick<RunProps, 'execution' | 'steps' | 'looked'>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(steps.filter(({ status }) => status === 'failed').map(({ path }) => path)),
  )
  const [items, setItems] = useState<Readonly<Record<string, number>>>({})
  const [chosen, setChosen] = useState<string>()
  const labels = useMemo(() => new Map(steps.map(({ nodeId, label }) => [nodeId, label])), [steps])
  const begun = steps.filter(({ at }) => at > 0)
  const began = Math.min(...begun.map(({ at }) => at))
  const ended = Math.max(0, ...begun.map(({ at, durationMs = 0 }) => at + durationMs))
  const choose = (nodeId: string) => {
    const step = steps.findLast((each) => each.nodeId === nodeId && !each.isCall)
    if (!step) return
    const places = placesOf(step.path)
    setItems((before) => ({ ...before, ...Object.fromEntries(places.map((each) => [each.container, each.index])) }))
    setOpened((before) => new Set([...before, ...places.map(({ container }) => container), step.path]))
    setChosen(step.path)
  }
  const look: ExecutionLook = {
    ...looked,
    began,
    totalMs: Math.max(0, ended - began),
    opened,
    toggle: (path) => {
      setChosen(path)
      setOpened((before) => {
        const next = new Set(before)
        if (!next.delete(path)) next.add(path)
        return next
      })
    },
    chosen,
    itemShown: (container) => items[container],
    showItem: (container, index) => setItems((before) => ({ ...before, [container]: index })),
    labelOf: (nodeId) => labels.get(nodeId) ?? nodeId,
    canRetry: !looked.isShared && execution.state !== 'INPROGRESS',
  }
  return { look, choose, chosenNode: steps.find(({ path }) => path === chosen)?.nodeId }
}

function Waiting() {
  return (
    <Delayed>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Skeleton variant="rounded" height={72} />
        <Skeleton variant="rounded" height={320} />
      </Box>
    </Delayed>
  )
}
