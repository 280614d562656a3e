import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { useEnableAll } from './use-triggers.ts'

/** Pauses whatever runs by itself; then lets just those go on. */
export function PauseAll({ isRunning, flowId }: { isRunning: boolean; flowId?: string }) {
  const { t } = useTranslation('triggers')
  const change = useEnableAll()
  const enabled = !isRunning
  return (
    <Button
      variant="outlined"
      loading={change.isPending}
      onClick={() =>
        change.mutate(
          { enabled, ...(flowId !== undefined && { flowId }) },
          {
            onSuccess: ({ changed: count }) => notify(t(enabled ? 'all.on' : 'all.off', { count })),
            onError: (error) => notify(messageOf(error), { tone: 'error' }),
          },
        )
      }
    >
      {t(isRunning ? 'all.pause' : 'all.goOn')}
    </Button>
  )
}
