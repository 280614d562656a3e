import type { Execution } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { color, type } from '../../../theme/tokens.ts'
import { RunWords } from './run-head.tsx'
import { RunTop } from './run-top.tsx'
import { StateMark } from './state-mark.tsx'
import { useAskAndDelete } from './use-ask-and-delete.ts'

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'))

/** What is shown of an execution to its owner alone. */
type OwnersPart = 'sessionId' | 'priceMicro' | 'shareId' | 'hasOldLink'

export type ShownExecution = Omit<Execution, 'executionData' | OwnersPart> & Partial<Pick<Execution, OwnersPart>>

interface ExecutionHeadProps {
  execution: ShownExecution
  flowName: string | undefined
  /** The newest of its runs, and what it answered. Nothing for whoever has the link. */
  newest: { id: string; chatId: string | undefined; answer: string | null } | undefined
}

/** What was asked of which flow, how it stands, and what the owner can do with it. */
export function ExecutionHead({ execution, flowName, newest }: ExecutionHeadProps) {
  const { t, i18n } = useTranslation('executions')
  const { t: chat } = useTranslation('chat')
  const { question, state, durationMs, inputTokens, outputTokens, createdDate, fault, priceMicro } = execution
  return (
    <RunTop
      title={flowName}
      {...(newest && {
        owner: {
          runId: newest.id,
          flowId: execution.agentflowId,
          chatId: newest.chatId,
          hasFailed: state === 'ERROR',
        },
        actions: <Actions execution={execution} />,
      })}
    >
      {newest ? null : <Box sx={{ ...type.small, color: color.text3 }}>{t('share.readOnly')}</Box>}
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
        {execution.isPublic && newest ? <span>{t('share.shared')}</span> : null}
        {execution.hasOldLink ? <span>{t('share.ended')}</span> : null}
      </Box>
      <RunWords
        question={question.trim() === '' ? t('noQuestion') : question}
        answer={state === 'FINISHED' ? (newest?.answer ?? null) : null}
      />
      {fault ? (
        <ProblemNotice>
          {fault.message}
          {typeof fault['hint'] === 'string' ? <Box sx={{ mt: 0.5 }}>{fault['hint']}</Box> : null}
        </ProblemNotice>
      ) : null}
    </RunTop>
  )
}

function Actions({ execution: { id, shareId = null, hasOldLink = false } }: { execution: ShownExecution }) {
  const { t } = useTranslation('executions')
  const navigate = useNavigate()
  const askAndDelete = useAskAndDelete()
  const [isSharing, setIsSharing] = useState(false)
  const remove = async () => {
    if (await askAndDelete([id])) await navigate('/runs')
  }
  return (
    <>
      <Button startIcon={<IconShare size={20} aria-hidden />} onClick={() => setIsSharing(true)}>
        {t(hasOldLink ? 'share.again' : 'share.action')}
      </Button>
      <Button color="error" startIcon={<IconTrash size={20} aria-hidden />} onClick={() => void remove()}>
        {t('delete.action')}
      </Button>
      {isSharing ? (
        <ShareDialog id={id} shareId={shareId} hasOldLink={hasOldLink} onClose={() => setIsSharing(false)} />
      ) : null}
    </>
  )
}
