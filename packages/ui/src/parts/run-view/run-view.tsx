import type { ExecutionFlow, ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { NodeRuns } from '../../lib/node-run.ts'
import { color, type } from '../../theme/tokens.ts'
import { RunLookContext, type RunLook } from './run-look.ts'
import { StepList } from './step-list.tsx'
import { nodeRunsOf } from './step-tree.ts'
import { useLook } from './use-look.ts'

export interface DrawingProps {
  flow: ExecutionFlow
  runs: NodeRuns
  chosen: string | undefined
  onChoose: (nodeId: string) => void
}

interface RunViewProps {
  steps: readonly ExecutionStep[]
  /** As it was when it ran, or with what somebody changes in it. */
  flow: ExecutionFlow | undefined
  /** It is no longer kept. */
  isGone: boolean
  Details: RunLook['Details']
  /** Draws the flow; the application hands it in. */
  drawing: (props: DrawingProps) => ReactNode
}

/** A run on its flow: the drawing and the tree of steps, each choosing in the other. */
export function RunView({ steps, flow, isGone, Details, drawing }: RunViewProps) {
  const { t } = useTranslation('executions')
  const { look, choose, chosenNode } = useLook(steps, Details)
  const { labelOf } = look
  const runs = useMemo(
    () =>
      nodeRunsOf(steps, ({ from = [] }) =>
        from.length === 0 ? t('unreached') : t('skipped', { steps: from.map(labelOf).join(', ') }),
      ),
    [steps, labelOf, t],
  )
  return (
    <RunLookContext value={look}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Card
          component="section"
          aria-label={t('drawing')}
          sx={{ position: { lg: 'sticky' }, top: { lg: 82 }, order: { xs: 1, lg: 0 } }}
        >
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
        <Card component="section" aria-label={t('steps')} sx={{ padding: { xs: 1, sm: 2 } }}>
          <Typography variant="subtitle2" component="h2" sx={{ marginBottom: 1 }}>
            {t('steps')}
          </Typography>
          <StepList steps={steps} chosen={look.chosen} />
        </Card>
      </Box>
    </RunLookContext>
  )
}
