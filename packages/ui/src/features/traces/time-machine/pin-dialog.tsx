import { useTranslation } from 'react-i18next'

import { TextDialog } from './lazy-text-dialog.ts'
import { useTimeMachine } from './time-machine-context.ts'

/** What a node answers from now on in the run that is tried. */
export function PinDialog({ nodeId, label, onClose }: { nodeId: string; label: string; onClose: () => void }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  return (
    <TextDialog
      title={t('pin.title', { label })}
      label={t('pin.field')}
      help={t('pin.help')}
      text={machine?.changes.pins[nodeId]?.text ?? ''}
      onClose={onClose}
      onDone={(text) => {
        machine?.change((before) => ({ ...before, pins: { ...before.pins, [nodeId]: { label, text } } }))
        onClose()
      }}
    />
  )
}
