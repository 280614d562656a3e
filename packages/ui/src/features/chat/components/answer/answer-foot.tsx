import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { IconListTree, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { CopyButton } from '../../../../components/copy-button.tsx'
import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { formatDuration } from '../../../../lib/format-duration.ts'
import { useInsteadWords } from '../../../../lib/use-instead-words.ts'
import { KeepAsTestButton } from '../../../../parts/keep-as-test/keep-as-test-button.tsx'
import { color, type } from '../../../../theme/tokens.ts'
import type { Turn } from '../../../../parts/conversation/turn.ts'
import { useChat } from '../chat-context.ts'
import { SpeakButton } from './speak-button.tsx'
import { FeedbackButtons } from './feedback-buttons.tsx'

interface AnswerFootProps {
  turn: Turn
  /** Missing where it cannot be asked again right now. */
  onRetry: (() => void) | undefined
  /** Missing where there is nothing to go on with. */
  onGoOn: (() => void) | undefined
}

/** How long it took and what it cost, and what one can do with an answer. */
export const AnswerFoot = memo(function AnswerFoot({ turn, onRetry, onGoOn }: AnswerFootProps) {
  const { t } = useTranslation('chat')
  const { chatflowId, onShowRun, hasFeedback, speech = 'off' } = useChat()
  const { answer } = turn
  const { runId } = answer
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.5,
        marginTop: 0.5,
        marginLeft: '-8px',
        ...type.caption,
        color: color.text3,
        '& .MuiIconButton-root': { color: color.text3 },
        '& .MuiIconButton-root svg': { width: 16, height: 16 },
      }}
    >
      {onGoOn ? (
        <Button
          size="small"
          variant="outlined"
          startIcon={<IconPlayerPlay size={16} aria-hidden />}
          onClick={onGoOn}
          sx={goOnStyles}
        >
          {t('turn.goOn')}
        </Button>
      ) : null}
      {answer.text === '' ? null : <CopyButton text={answer.text} label={t('turn.copy')} />}
      {speech !== 'off' && answer.messageId !== undefined && answer.text !== '' ? (
        <SpeakButton messageId={answer.messageId} />
      ) : null}
      {onRetry ? (
        <LabelledIconButton label={t('turn.retry')} onClick={onRetry}>
          <IconRefresh size={16} aria-hidden />
        </LabelledIconButton>
      ) : null}
      {hasFeedback && answer.messageId !== undefined && answer.text !== '' ? (
        <FeedbackButtons turn={turn} messageId={answer.messageId} />
      ) : null}
      {runId !== undefined && onShowRun ? (
        <>
          <LabelledIconButton label={t('turn.trace')} onClick={() => onShowRun(runId)}>
            <IconListTree size={16} aria-hidden />
          </LabelledIconButton>
          <KeepAsTestButton runId={runId} flowId={chatflowId} question={turn.question} size={16} />
        </>
      ) : null}
      <Facts turn={turn} />
      <Instead turn={turn} />
    </Box>
  )
})

function Facts({ turn: { answer, isDraft } }: { turn: Turn }) {
  const { t, i18n } = useTranslation('chat')
  const { audience } = useChat()
  const ending = answer.state === 'stopped' || answer.state === 'interrupted' ? t(`turn.${answer.state}`) : undefined
  if (audience === 'visitor') return ending ? <Box sx={factsStyles}>{ending}</Box> : null
  const tokens = answer.usage ? answer.usage.inputTokens + answer.usage.outputTokens : 0
  return (
    <Box sx={factsStyles}>
      {isDraft ? (
        <Tooltip title={t('turn.draftDetail')}>
          <span>{t('turn.draft')}</span>
        </Tooltip>
      ) : null}
      {ending ? <span>{ending}</span> : null}
      {answer.asked ? <span>{t('turn.waitsForYou')}</span> : null}
      {answer.durationMs === undefined || answer.asked ? null : (
        <span>{formatDuration(answer.durationMs, i18n.language)}</span>
      )}
      {answer.usage && tokens > 0 ? (
        <Tooltip title={t('turn.tokensDetail', { input: answer.usage.inputTokens, output: answer.usage.outputTokens })}>
          <span>{t('turn.tokens', { count: tokens })}</span>
        </Tooltip>
      ) : null}
    </Box>
  )
}

/** Which model answered for which limit; nothing for visitors. */
function Instead({ turn: { answer } }: { turn: Turn }) {
  const { audience } = useChat()
  const insteadWords = useInsteadWords()
  if (audience === 'visitor' || !answer.instead) return null
  return <Box sx={{ flexBasis: '100%', paddingLeft: 1 }}>{insteadWords(answer.instead)}</Box>
}

// The icons beside it stand further left, so that they end where the text begins.
const goOnStyles = { marginLeft: 1, marginRight: 0.5 }

// Under the text where no button precedes them.
const factsStyles = { display: 'flex', gap: 1, paddingLeft: 0.5, '&:only-child': { paddingLeft: 1 } }
