import Box from '@mui/material/Box'
import type { Artifact } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { artifactPicture } from '../../lib/artifact-picture.ts'
import { isPicture } from '../../lib/prediction/artifact-file.ts'
import { CodeText } from '../code-text.tsx'
import { Picture } from './picture.tsx'

interface ArtifactListProps {
  artifacts: readonly Artifact[]
  chatflowId: string
  chatId: string
}

/** More pictures than these stand beside each other, small. */
const MOST_FULL = 2
const GALLERY = 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))'

/** Pictures and texts the tools of an answer made. */
export function ArtifactList({ artifacts, chatflowId, chatId }: ArtifactListProps) {
  const { t } = useTranslation('chat')
  const isGallery = artifacts.length > MOST_FULL && artifacts.every(isPicture)
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: isGallery ? GALLERY : 'minmax(0, 1fr)', gap: 1, alignItems: 'start' }}
      role="group"
      aria-label={t('artifacts.title')}
    >
      {artifacts.map((artifact, index) => {
        const picture = artifactPicture(artifact, { chatflowId, chatId })
        if (!picture) return <CodeText key={artifact.data} text={artifact.data} />
        const description = artifact.description ?? t('artifacts.image', { number: index + 1 })
        return (
          <Picture key={artifact.data} description={description} {...picture} {...(isGallery && { maxHeight: 160 })} />
        )
      })}
    </Box>
  )
}
