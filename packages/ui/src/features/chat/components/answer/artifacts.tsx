import Box from '@mui/material/Box'
import type { Artifact } from '@chatwright/core'
import { getUploadedFile, routeUrl } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../../components/code-text.tsx'
import { radius } from '../../../../theme/tokens.ts'
import { useChat } from '../chat-context.ts'

/** Pictures and texts a tool made. */
export function Artifacts({ artifacts }: { artifacts: readonly Artifact[] }) {
  const { t } = useTranslation('chat')
  return (
    <Box sx={{ display: 'grid', gap: 1 }} role="group" aria-label={t('artifacts.title')}>
      {artifacts.map((artifact, index) =>
        IMAGE_TYPES.has(artifact.type) ? (
          <ArtifactImage key={artifact.data} artifact={artifact} number={index + 1} />
        ) : (
          <CodeText key={artifact.data} text={artifact.data} />
        ),
      )}
    </Box>
  )
}

const IMAGE_TYPES = new Set(['png', 'jpeg', 'jpg', 'webp', 'gif'])
const STORED = 'FILE-STORAGE::'

function ArtifactImage({ artifact, number }: { artifact: Artifact; number: number }) {
  const { t } = useTranslation('chat')
  const { chatflowId, conversation } = useChat()
  const { chatId } = conversation.store.getState()
  const address = artifact.data.startsWith(STORED)
    ? routeUrl(getUploadedFile, { query: { chatflowId, chatId, fileName: artifact.data.slice(STORED.length) } })
    : `data:image/${artifact.type};base64,${artifact.data}`
  return (
    <img
      src={address}
      alt={t('artifacts.image', { number })}
      style={{ maxWidth: '100%', borderRadius: radius.nested }}
    />
  )
}
