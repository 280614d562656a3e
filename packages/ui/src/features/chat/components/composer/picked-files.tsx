import Box from '@mui/material/Box'
import { IconFile, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { color, radius, type } from '../../../../theme/tokens.ts'
import type { PickedFile } from '../../model/pick-files.ts'
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
        {files.picked.map((picked) => (
          <Box key={picked.id} sx={fileStyles}>
            {picked.use === 'see' ? <Preview file={picked.file} /> : <IconFile size={16} aria-hidden />}
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {picked.file.name}
            </Box>
            <LabelledIconButton
              size="small"
              label={t('composer.remove', { name: picked.file.name })}
              onClick={() => files.remove(picked.id)}
            >
              <IconX size={16} aria-hidden />
            </LabelledIconButton>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** The picture itself, as a name says little of a pasted one. */
function Preview({ file }: Pick<PickedFile, 'file'>) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as the picture is shown
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return (
    <Box component="img" src={address} alt="" sx={{ width: 32, height: 32, objectFit: 'cover', borderRadius: '4px' }} />
  )
}

const fileStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  maxWidth: 240,
  minHeight: 40,
  padding: '3px 4px 3px 8px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  color: 'var(--chat-bot-text)',
  ...type.small,
}
