import Box from '@mui/material/Box'
import { IconFile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { radius, type } from '../../../../theme/tokens.ts'
import type { Upload } from '../../model/turn.ts'

/** The files that went along with a question; pictures are shown while we still have them. */
export function SentFiles({ uploads }: { uploads: readonly Upload[] }) {
  const { t } = useTranslation('chat')
  return (
    <Box
      role="group"
      aria-label={t('upload.attached')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 0.5 }}
    >
      {uploads.map((upload) =>
        upload.mime.startsWith('image/') && upload.data?.startsWith('data:image/') ? (
          <img
            key={upload.name}
            src={upload.data}
            alt={upload.name}
            style={{ maxWidth: '100%', maxHeight: 160, borderRadius: radius.nested }}
          />
        ) : (
          <Box key={upload.name} sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ...type.small }}>
            <IconFile size={16} aria-hidden />
            {upload.name}
          </Box>
        ),
      )}
    </Box>
  )
}
