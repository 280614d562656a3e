import type { ReplayResult } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { Markdown } from '../../../components/markdown/markdown.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import type { CanvasEdits } from '../../../lib/canvas-handoff.ts'
import { color, type } from '../../../theme/tokens.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { inputsOf, type Held } from '../model/changes.ts'
import { HeldBack } from './held-back.tsx'
import { ReplayedCalls } from './replayed-calls.tsx'
import { useTimeMachine } from './time-machine-context.ts'

interface ChangedRunProps {
  result: ReplayResult
  held: Held
  onHeld: (held: Held) => void
  isBusy: boolean
}

/** Both answers side by side, how each result is known, and what to do with the change. */
export function ChangedRun({ result, held, onHeld, isBusy }: ChangedRunProps) {
  const { t, i18n } = useTranslation('runs')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  const { stopped, fault, recorded, text, isSame, priceMicro, unpriced, durationMs } = result
  return (
    <Card
      ref={panel}
      component="section"
      aria-label={t('result.label')}
      sx={{ marginTop: 2, padding: 2, scrollMarginBottom: '160px' }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="subtitle2" component="h2" sx={{ flex: '1 1 200px' }}>
            {isSame ? t('result.same') : stopped ? t('result.stopped') : t('result.different')}
          </Typography>
          <Box sx={{ ...type.body, color: color.text2 }}>
            {t('result.cost', {
              price: formatMoney(priceMicro, i18n.language),
              time: formatDuration(durationMs, i18n.language),
            })}
            {unpriced.length > 0 ? ` · ${t('plan.unpriced', { models: unpriced.join(', ') })}` : null}
          </Box>
          <DraftButton />
        </Box>
        {stopped ? <HeldBack stopped={stopped} held={held} onHeld={onHeld} isBusy={isBusy} /> : null}
        {fault ? <ProblemNotice>{textOfValue(fault['message'])}</ProblemNotice> : null}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            // By its own room: beside a canvas it is narrow in any window.
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
          }}
        >
          <Answer title={t('result.before')}>{recorded.text}</Answer>
          <Answer title={t('result.after')}>{text}</Answer>
        </Box>
        <ReplayedCalls calls={result.calls} />
      </Box>
    </Card>
  )
}

function Answer({ title, children }: { title: string; children: string }): ReactNode {
  const { t } = useTranslation('runs')
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Box sx={{ ...type.caption, color: color.text3, marginBottom: 0.5 }}>{title}</Box>
      <Box tabIndex={0} role="group" aria-label={title} sx={{ maxHeight: 400, overflow: 'auto' }}>
        {children === '' ? (
          <Box sx={{ ...type.body, color: color.text3 }}>{t('result.nothing')}</Box>
        ) : (
          <Markdown text={children} />
        )}
      </Box>
    </Box>
  )
}

/** Takes what was changed on nodes over to the flow as it is today; saving it is another step. */
function DraftButton() {
  const { t } = useTranslation('runs')
  const navigate = useNavigate()
  const machine = useTimeMachine()
  if (!machine?.flow || Object.keys(machine.changes.nodes).length === 0) return null
  const { id } = machine.flow
  const state: CanvasEdits = { nodeInputs: inputsOf(machine.changes.nodes) }
  return (
    <Button variant="outlined" onClick={() => void navigate(`/canvas/${id}`, { state })}>
      {t('result.toDraft')}
    </Button>
  )
}
