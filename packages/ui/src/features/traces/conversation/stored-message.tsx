import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ChatMessage } from '@chatwright/contract'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { Markdown } from '../../../components/markdown/markdown.tsx'
import { ArtifactList } from '../../../components/picture/artifact-list.tsx'
import { SentFiles } from '../../../components/picture/sent-files.tsx'
import { readArtifacts } from '../../../lib/prediction/stored-parts.ts'
import { readUploads } from '../../../lib/prediction/upload.ts'
import { color, radius, type } from '../../../theme/tokens.ts'

/** A question to the right, an answer as it was written, with its rating and how it ended. */
export function StoredMessage({ message, onOpen }: { message: ChatMessage; onOpen: () => void }) {
  const { t, i18n } = useTranslation('runs')
  const artifacts = readArtifacts(message.artifacts)
  const uploads = readUploads(message.fileUploads)
  const moment = new Date(message.createdDate).toLocaleString(i18n.language)
  if (message.role === 'userMessage') {
    return (
      <Box sx={{ justifySelf: 'end', maxWidth: '85%' }}>
        <Box
          sx={{
            ...type.chat,
            padding: '8px 12px',
            borderRadius: radius.card,
            backgroundColor: color.primarySoft,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {uploads.length > 0 ? (
            <SentFiles uploads={uploads} chatflowId={message.chatflowid} chatId={message.chatId} />
          ) : null}
          {message.content}
        </Box>
        <Box sx={{ ...type.caption, color: color.text3, textAlign: 'right', marginTop: 0.5 }}>{moment}</Box>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, maxWidth: '72ch' }}>
      {message.content === '' ? null : <Markdown text={message.content} />}
      {artifacts.length > 0 ? (
        <ArtifactList artifacts={artifacts} chatflowId={message.chatflowid} chatId={message.chatId} />
      ) : null}
      {message.fault ? (
        <Box sx={{ ...type.body, color: color.error, overflowWrap: 'anywhere' }}>{message.fault.message}</Box>
      ) : null}
      <Box sx={{ ...type.caption, color: color.text3, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <span>{moment}</span>
        {message.status === 'done' ? null : (
          <Box component="span" sx={{ color: color.warning }}>
            {t(`conversation.status.${message.status}`)}
          </Box>
        )}
        {message.runId === null ? null : (
          <Link component={RouterLink} to={`/runs/${message.runId}`} onClick={onOpen}>
            {t('conversation.run')}
          </Link>
        )}
        {message.feedback ? <Rating feedback={message.feedback} /> : null}
      </Box>
    </Box>
  )
}

function Rating({ feedback }: { feedback: NonNullable<ChatMessage['feedback']> }) {
  const { t } = useTranslation('runs')
  const isUp = feedback.rating === 'THUMBS_UP'
  const Icon = isUp ? IconThumbUp : IconThumbDown
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, color: isUp ? color.success : color.error }}>
      <Icon size={16} aria-label={isUp ? t('conversation.up') : t('conversation.down')} />
      {feedback.content}
    </Box>
  )
}
