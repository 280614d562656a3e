import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { IconFile, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../../theme/tokens.ts'
import type { FilesToSend } from './use-files-to-send.ts'

/** The files that will go along with the question, and why others will not. */
export function PickedFiles({ files }: { files: FilesToSend }) {
  const { t } = useTranslation('chat')
  if (files.picked.length === 0 && files.problems.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 0.5, paddingBottom: 1 }}>
      {files.problems.map((problem) => (
        <Box key={problem} role="alert" sx={{ ...type.caption, color: color.error }}>
          {problem}
        </Box>
      ))}
      <Box role="group" aria-label={t('upload.attached')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {files.picked.map(({ id, file }) => (
          <Chip
            key={id}
            variant="outlined"
            icon={<IconFile size={16} aria-hidden />}
            label={file.name}
            onDelete={() => files.remove(id)}
            deleteIcon={<IconX size={16} role="button" aria-label={t('composer.remove', { name: file.name })} />}
            sx={{ maxWidth: 240, height: 32 }}
          />
        ))}
      </Box>
    </Box>
  )
}
