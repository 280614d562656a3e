import type { Execution } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconArrowLeft, IconHierarchy, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { color, type } from '../../../theme/tokens.ts'
import { MachineActions } from '../time-machine/machine-actions.tsx'
import { StateMark } from './state-mark.tsx'
import { useAskAndDelete } from './use-ask-and-delete.ts'

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'))

/** What is shown of an execution to its owner alone. */
type OwnersPart = 'sessionId' | 'priceMicro' | 'shareId' | 'hasOldLink'

export type ShownExecution = Omit<Execution, 'executionData' | OwnersPart> & Partial<Pick<Execution, OwnersPart>>

interface ExecutionHeadProps {
  execution: ShownExecution
  flowName: string | undefined
  /** Looked at by whoever has the link. */
  isShared: boolean
}

/** What was asked of which flow, how it stands, and what the owner can do with it. */
export function ExecutionHead({ execution, flowName, isShared }: ExecutionHeadProps) {
  const { t, i18n } = useTranslation('executions')
  const { t: chat } = useTranslation('chat')
  const navigate = useNavigate()
  const { question, state, durationMs, inputTokens, outputTokens, createdDate, fault, sessionId, priceMicro } =
    execution
  useTitle(flowName ?? t('title'))
  return (
    <Box component="header" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, marginBottom: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, flexWrap: 'wrap' }}>
        {isShared ? null : (
          <LabelledIconButton label={t('back')} onClick={() => void navigate('/executions')}>
            <IconArrowLeft size={20} aria-hidden />
          </LabelledIconButton>
        )}
        <Typography variant="h1" noWrap title={flowName} sx={{ flex: '1 1 200px', minWidth: 0 }}>
          {flowName ?? t('title')}
        </Typography>
        {isShared ? null : <Actions execution={execution} />}
      </Box>
      {isShared ? <Box sx={{ ...type.small, color: color.text3 }}>{t('share.readOnly')}</Box> : null}
      <Box
        sx={{ ...type.body, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 120, overflowY: 'auto' }}
        tabIndex={0}
        role="group"
        aria-label={chat('trace.question')}
      >
        {question.trim() === '' ? t('noQuestion') : question}
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, ...type.body, color: color.text2 }}
      >
        <StateMark state={state} />
        <span>{chat('trace.took', { time: formatDuration(durationMs, i18n.language) })}</span>
        {inputTokens + outputTokens > 0 ? (
          <span>{chat('trace.tokens', { input: inputTokens, output: outputTokens })}</span>
        ) : null}
        {priceMicro ? <span>{chat('trace.cost', { price: formatMoney(priceMicro, i18n.language) })}</span> : null}
        <TimeAgo date={createdDate} />
        {sessionId === undefined ? null : (
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {t('session', { id: sessionId })}
          </Box>
        )}
        {execution.isPublic && !isShared ? <span>{t('share.shared')}</span> : null}
        {execution.hasOldLink ? <span>{t('share.ended')}</span> : null}
      </Box>
      {fault ? (
        <ProblemNotice>
          {fault.message}
          {typeof fault['hint'] === 'string' ? <Box sx={{ mt: 0.5 }}>{fault['hint']}</Box> : null}
        </ProblemNotice>
      ) : null}
    </Box>
  )
}

function Actions({
  execution: { id, agentflowId, shareId = null, hasOldLink = false, state },
}: {
  execution: ShownExecution
}) {
  const { t } = useTranslation('executions')
  const navigate = useNavigate()
  const askAndDelete = useAskAndDelete()
  const [isSharing, setIsSharing] = useState(false)
  const remove = async () => {
    if (await askAndDelete([id])) await navigate('/executions')
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button component={Link} to={`/canvas/${agentflowId}`} startIcon={<IconHierarchy size={20} aria-hidden />}>
        {t('openFlow')}
      </Button>
      <MachineActions hasFailed={state === 'ERROR'} />
      <Button variant="outlined" startIcon={<IconShare size={20} aria-hidden />} onClick={() => setIsSharing(true)}>
        {t('share.action')}
      </Button>
      <Button color="error" startIcon={<IconTrash size={20} aria-hidden />} onClick={() => void remove()}>
        {t('delete.action')}
      </Button>
      {isSharing ? (
        <ShareDialog id={id} shareId={shareId} hasOldLink={hasOldLink} onClose={() => setIsSharing(false)} />
      ) : null}
    </Box>
  )
}
