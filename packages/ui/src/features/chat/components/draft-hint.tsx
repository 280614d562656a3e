import Box from '@mui/material/Box'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { shortcutText } from '../../../lib/shortcut-text.ts'
import { color, size, type } from '../../../theme/tokens.ts'

interface DraftHintProps {
  /** The flow was never saved. */
  isNew: boolean
  isDraft: boolean
  acting: readonly string[]
}

/** What Enter and the key for saving do, and which nodes change other systems. */
export function DraftHint({ isNew, isDraft, acting }: DraftHintProps) {
  const { t } = useTranslation('chat')
  const text = isNew ? t('draft.new') : isDraft ? t('draft.changed', { save: shortcutText('mod+s') }) : undefined
  if (text === undefined && acting.length === 0) return null
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        margin: '8px auto 0',
        maxWidth: size.chatColumn,
        ...type.caption,
        color: color.text3,
      }}
    >
      {acting.length > 0 ? (
        <Box sx={{ display: 'flex', gap: 0.5, color: color.warning, '& svg': { flex: 'none' } }}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{t('draft.acts', { names: acting.join(', ') })}</span>
        </Box>
      ) : null}
      {text === undefined ? null : <span>{text}</span>}
    </Box>
  )
}
