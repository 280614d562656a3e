import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { IconMessages } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { color } from '../../theme/tokens.ts'
import { AddTrigger } from './add-trigger.tsx'
import { Notices } from './notices.tsx'
import { PauseAll } from './pause-all.tsx'
import { TriggerLists } from './trigger-lists.tsx'
import { useSchedules } from './use-schedules.ts'
import { useWebhooks } from './use-webhooks.ts'

export interface FlowTriggersProps {
  flowId: string
  /** What else begins runs of the flow, or tells of them: sections of other features. */
  children?: ReactNode
}

/** What begins runs of one flow by itself. */
export default function FlowTriggers({ flowId, children }: FlowTriggersProps) {
  const { t } = useTranslation('triggers')
  const schedules = useSchedules(flowId)
  const webhooks = useWebhooks(flowId)
  const error = (schedules.data ? null : schedules.error) ?? (webhooks.data ? null : webhooks.error)
  if (error) {
    const retry = (): void => {
      void schedules.refetch()
      void webhooks.refetch()
    }
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!schedules.data || !webhooks.data) return <Skeleton variant="rounded" height={160} />
  const all = [...schedules.data, ...webhooks.data.data]
  return (
    <>
      <Typography sx={{ color: color.text2, marginBottom: 2 }}>{t('ofFlow.text')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 3 }}>
        <AddTrigger flowId={flowId} />
        <Button
          component={RouterLink}
          to={`/channels?flow=${flowId}`}
          variant="outlined"
          startIcon={<IconMessages size={20} aria-hidden />}
        >
          {t('ofFlow.addChannel')}
        </Button>
        {all.length > 0 ? <PauseAll flowId={flowId} isRunning={all.some(({ enabled }) => enabled)} /> : null}
      </Box>
      <TriggerLists isOfOneFlow schedules={schedules.data} webhooks={webhooks.data} />
      <Notices flowId={flowId} />
      {children}
    </>
  )
}
