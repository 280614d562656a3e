import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../../components/code-text.tsx'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { SwitchRow } from '../../../../components/switch-row.tsx'
import { useShare } from '../share-context.ts'
import { LookEditor } from './look-editor.tsx'

/** The flow as a page of its own: whether it is public, its link, and how it looks. */
export function ChatbotTab() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const link = `${window.location.origin}/chatbot/${chatflow.id}`
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {chatflow.apikeyid === null ? null : <ProblemNotice tone="warning">{t('chatbot.needsKey')}</ProblemNotice>}
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <SwitchRow
          label={t('chatbot.public')}
          help={t('chatbot.publicHelp')}
          isOn={chatflow.isPublic}
          isSaving={isSaving}
          onChange={(isPublic) => void save(() => ({ isPublic }))}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
            <CodeText text={link} label={t('chatbot.link')} />
          </Box>
          <CopyButton text={link} label={t('chatbot.copyLink')} hasWord />
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noopener"
            startIcon={<IconExternalLink size={20} aria-hidden />}
          >
            {t('chatbot.open')}
          </Button>
        </Box>
      </Box>
      <LookEditor />
    </Box>
  )
}
