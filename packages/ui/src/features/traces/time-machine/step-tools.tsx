import type { ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconAdjustments, IconPin, IconPlayerPlay, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useNodeForm } from './node-form-slot.ts'
import { PinDialog } from './pin-dialog.tsx'
import { useTimeMachine } from './time-machine-context.ts'

/** What can be done with a node of a recorded run: change it, run it, pin what it gives. */
export function StepTools({ step }: { step: ExecutionStep }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const nodeForm = useNodeForm()
  const [open, setOpen] = useState<'form' | 'pin'>()
  const { nodeId, label } = step
  // Beside the canvas they are at the end of the row.
  if (!machine?.recorded?.isKept || !machine.flow || machine.onChangeNode) return null
  const { flow, changes, change } = machine
  const close = () => setOpen(undefined)
  const isDrawn = flow.flowData.includes(`"id":${JSON.stringify(nodeId)}`)
  const run = (isAlone: boolean) => change((before) => ({ ...before, from: { nodeId, label, isAlone } }))
  return (
    <Box role="group" aria-label={t('tools.label', { label })} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isDrawn && nodeForm ? (
        <Button
          size="small"
          variant="outlined"
          startIcon={<IconAdjustments size={16} aria-hidden />}
          onClick={() => setOpen('form')}
        >
          {t('tools.change')}
        </Button>
      ) : null}
      <Button size="small" startIcon={<IconPlayerTrackNext size={16} aria-hidden />} onClick={() => run(false)}>
        {t('tools.from')}
      </Button>
      <Button size="small" startIcon={<IconPlayerPlay size={16} aria-hidden />} onClick={() => run(true)}>
        {t('tools.alone')}
      </Button>
      <Button size="small" startIcon={<IconPin size={16} aria-hidden />} onClick={() => setOpen('pin')}>
        {t('tools.pin')}
      </Button>
      {open === 'form'
        ? nodeForm?.({
            flowData: flow.flowData,
            changes: changes.nodes,
            nodeId,
            onClose: close,
            onDone: (nodes) => {
              change((before) => ({ ...before, nodes }))
              close()
            },
          })
        : null}
      {open === 'pin' ? <PinDialog nodeId={nodeId} label={label} onClose={close} /> : null}
    </Box>
  )
}
