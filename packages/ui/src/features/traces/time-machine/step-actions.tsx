import type { ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { IconAdjustments, IconPin, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { useTimeMachine } from './time-machine-context.ts'

/** Change it, run from here, pin its answer: at the row of a step beside the canvas. */
export function StepActions({ step }: { step: ExecutionStep }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const [isPinning, setIsPinning] = useState(false)
  const { nodeId, label, status } = step
  if (!machine?.recorded?.isKept || !machine.flow || status === 'skipped') return null
  const { change, flow, onChangeNode } = machine
  if (!flow.flowData.includes(`"id":${JSON.stringify(nodeId)}`)) return null
  return (
    <Box role="group" aria-label={t('tools.label', { label })} sx={{ display: 'flex', flexShrink: 0 }}>
      {onChangeNode ? (
        <LabelledIconButton size="small" label={t('tools.changeOf', { label })} onClick={() => onChangeNode(nodeId)}>
          <IconAdjustments size={16} aria-hidden />
        </LabelledIconButton>
      ) : null}
      <LabelledIconButton
        size="small"
        label={t('tools.fromOf', { label })}
        onClick={() => change((before) => ({ ...before, from: { nodeId, label, isAlone: false } }))}
      >
        <IconPlayerTrackNext size={16} aria-hidden />
      </LabelledIconButton>
      <LabelledIconButton size="small" label={t('tools.pinOf', { label })} onClick={() => setIsPinning(true)}>
        <IconPin size={16} aria-hidden />
      </LabelledIconButton>
      {isPinning ? <PinDialog nodeId={nodeId} label={label} onClose={() => setIsPinning(false)} /> : null}
    </Box>
  )
}
