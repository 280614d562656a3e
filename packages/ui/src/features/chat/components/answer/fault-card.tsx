import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { AnswerFault } from '../../../../lib/prediction/answer-fault.ts'
import { color, radius, type } from '../../../../theme/tokens.ts'
import { useChat } from '../chat-context.ts'
import { useFaultWords } from './use-fault-words.ts'

interface FaultCardProps {
  fault: AnswerFault
  /** Something was said before it went wrong. */
  isPartial: boolean
  onRetry: () => void
}

/** What went wrong, where (a button that goes there), and what to do about it. */
export function FaultCard({ fault, isPartial, onRetry }: FaultCardProps) {
  const { t } = useTranslation('chat')
  const { onJumpToNode, aboutFault } = useChat()
  const { field, credential } = aboutFault?.(fault) ?? {}
  const words = useFaultWords(fault, isPartial ? 'fault.partial' : 'fault.title')
  const { nodeId } = fault
  const hint = credential && fault.code === 'wrong-credential' ? t('fault.openCredential', credential) : words.hint
  return (
    <Box
      role="alert"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        gap: 1,
        padding: 1.5,
        borderRadius: radius.card,
        backgroundColor: color.errorSoft,
        color: color.onErrorSoft,
        ...type.body,
      }}
    >
      <IconAlertCircle size={20} aria-hidden />
      <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={type.strong}>{words.title}</Box>
        <Box sx={{ whiteSpace: 'pre-line' }}>{words.message}</Box>
        {hint === undefined ? null : <Box>{hint}</Box>}
        {field === undefined || credential ? null : <Box sx={type.caption}>{t('fault.field', { field })}</Box>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 0.5 }}>
          {credential ? (
            <Button size="small" variant="outlined" sx={inkButton} onClick={credential.onEdit}>
              {t('fault.editCredential', { name: credential.name })}
            </Button>
          ) : null}
          {nodeId !== undefined && onJumpToNode ? (
            <>
              <Button size="small" variant="outlined" sx={inkButton} onClick={() => onJumpToNode(nodeId)}>
                {t('fault.jump')}
              </Button>
              <Button size="small" sx={inkButton} onClick={onRetry}>
                {t('fault.retry')}
              </Button>
            </>
          ) : (
            <Button size="small" variant="outlined" sx={inkButton} onClick={onRetry}>
              {t('fault.retry')}
            </Button>
          )}
        </Box>
      </Box>
    </Box>
  )
}

const inkButton = { color: 'inherit', borderColor: 'currentcolor' }
