import Box from '@mui/material/Box'
import { IconPencil } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { SentFiles } from '../../../../components/picture/sent-files.tsx'
import { radius, type } from '../../../../theme/tokens.ts'
import type { Turn } from '../../../../parts/conversation/turn.ts'
import { useChat } from '../chat-context.ts'
import { visuallyHidden } from '../../../../components/visually-hidden.ts'
import { QuestionEditor } from './question-editor.tsx'

interface QuestionViewProps {
  turn: Turn
  canEdit: boolean
  onResend: (question: string) => void
}

/** What the person asked, to the right; it can be changed and asked again. */
export const QuestionView = memo(function QuestionView({ turn, canEdit, onResend }: QuestionViewProps) {
  const { t } = useTranslation('chat')
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) {
    return (
      <QuestionEditor
        question={turn.question}
        onCancel={() => setIsEditing(false)}
        onSend={(question) => {
          setIsEditing(false)
          onResend(question)
        }}
      />
    )
  }
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'flex-end',
        alignItems: 'flex-start',
        gap: 0.5,
        '& .edit': { opacity: 0 },
        '&:hover .edit, & .edit:focus-within': { opacity: 1 },
        '@media (pointer: coarse)': { '& .edit': { opacity: 1 } },
      }}
    >
      {canEdit ? (
        <span className="edit">
          <LabelledIconButton label={t('turn.edit')} onClick={() => setIsEditing(true)}>
            <IconPencil size={16} aria-hidden />
          </LabelledIconButton>
        </span>
      ) : null}
      <Box
        sx={{
          ...type.chat,
          position: 'relative',
          fontSize: 'var(--chat-font-size)',
          maxWidth: '85%',
          padding: '8px 12px',
          borderRadius: radius.card,
          backgroundColor: 'var(--chat-user-ground)',
          color: 'var(--chat-user-text)',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          // Each line runs the way its own words do.
          unicodeBidi: 'plaintext',
        }}
      >
        <Box component="span" sx={visuallyHidden}>
          {t('turn.you')}
        </Box>
        {turn.uploads.length > 0 ? <FilesOf turn={turn} /> : null}
        {turn.question}
      </Box>
    </Box>
  )
})

function FilesOf({ turn }: { turn: Turn }) {
  const { chatflowId, conversation } = useChat()
  const { chatId } = conversation.store.getState()
  return <SentFiles uploads={turn.uploads} chatflowId={chatflowId} chatId={chatId} />
}
