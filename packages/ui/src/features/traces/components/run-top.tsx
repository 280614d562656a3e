import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconArrowLeft, IconHierarchy, IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { KeepAsTestButton } from '../../../parts/keep-as-test/keep-as-test-button.tsx'
import { MachineActions } from '../time-machine/machine-actions.tsx'

const ConversationDialog = lazyDialog(() => import('../conversation/conversation-dialog.tsx'))

interface RunTopProps {
  title: string | undefined
  /** What its owner can do with it; nothing for whoever has its link. */
  owner?: { runId: string; flowId: string; chatId: string | undefined; hasFailed: boolean }
  /** Further actions, last. */
  actions?: ReactNode
  children: ReactNode
}

/** The head of a run's page, whichever kind of flow it is of: whose run it is, what can be done, and what was said. */
export function RunTop({ title, owner, actions, children }: RunTopProps) {
  const { t } = useTranslation('runs')
  const { t: executions } = useTranslation('executions')
  const navigate = useNavigate()
  const [isReading, setIsReading] = useState(false)
  const name = title ?? t('panel.title')
  useTitle(name)
  return (
    <Box component="header" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, marginBottom: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, flexWrap: 'wrap' }}>
        {owner ? (
          <LabelledIconButton label={executions('back')} onClick={() => void navigate('/runs')}>
            <IconArrowLeft size={20} aria-hidden />
          </LabelledIconButton>
        ) : null}
        <Typography variant="h1" noWrap title={title} sx={{ flex: '1 1 160px', minWidth: 0 }}>
          {name}
        </Typography>
        {owner ? (
          <>
            <Button component={Link} to={`/canvas/${owner.flowId}`} startIcon={<IconHierarchy size={20} aria-hidden />}>
              {executions('openFlow')}
            </Button>
            <KeepAsTestButton runId={owner.runId} flowId={owner.flowId} />
            <MachineActions hasFailed={owner.hasFailed} />
            {owner.chatId === undefined ? null : (
              <Button startIcon={<IconMessages size={20} aria-hidden />} onClick={() => setIsReading(true)}>
                {t('conversation.open')}
              </Button>
            )}
          </>
        ) : null}
        {actions}
      </Box>
      {children}
      {isReading && owner?.chatId !== undefined ? (
        <ConversationDialog
          flowId={owner.flowId}
          chatId={owner.chatId}
          onClose={() => setIsReading(false)}
          onDeleted={() => void navigate('/runs')}
        />
      ) : null}
    </Box>
  )
}
