import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconClock, IconWebhook } from '@tabler/icons-react'

import { TriggerDialog, type EditedTrigger } from './trigger-dialog.tsx'

/** Adds a webhook or a schedule: to the flow that is named, or to one that is chosen. */
export function AddTrigger({ flowId }: { flowId?: string }) {
  const { t } = useTranslation('triggers')
  const [edited, setEdited] = useState<EditedTrigger | undefined>()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        variant="outlined"
        startIcon={<IconWebhook size={20} aria-hidden />}
        onClick={() => setEdited({ kind: 'webhook' })}
      >
        {t('ofFlow.addWebhook')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<IconClock size={20} aria-hidden />}
        onClick={() => setEdited({ kind: 'schedule' })}
      >
        {t('ofFlow.addSchedule')}
      </Button>
      {edited ? <TriggerDialog flowId={flowId} edited={edited} onClose={() => setEdited(undefined)} /> : null}
    </Box>
  )
}
