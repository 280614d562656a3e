import Box from '@mui/material/Box'
import { getUploadedFile, routeUrl } from '@chatwright/contract'
import { IconFile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { Upload } from '../../lib/prediction/upload.ts'
import { type } from '../../theme/tokens.ts'
import { Picture } from './picture.tsx'

interface SentFilesProps {
  uploads: readonly Upload[]
  chatflowId: string
  chatId: string
}

/** The files that went along with a question. The server keeps pictures for the chat, so that a reload shows them too. */
export function SentFiles({ uploads, chatflowId, chatId }: SentFilesProps) {
  const { t } = useTranslation('chat')
  return (
    <Box
      role="group"
      aria-label={t('upload.attached')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 0.5 }}
    >
      {uploads.map((upload) =>
        isPicture(upload) ? (
          <Picture
            key={upload.name}
            description={upload.name}
            fileName={upload.name}
            maxHeight={160}
            address={upload.data ?? routeUrl(getUploadedFile, { query: { chatflowId, chatId, fileName: upload.name } })}
          />
        ) : (
          <FileName key={upload.name} name={upload.name} />
        ),
      )}
    </Box>
  )
}

function isPicture({ type: kind, mime, data }: Upload): boolean {
  return kind === 'file' && mime.startsWith('image/') && (data?.startsWith('data:image/') ?? true)
}

function FileName({ name }: { name: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ...type.small }}>
      <IconFile size={16} aria-hidden />
      {name}
    </Box>
  )
}
