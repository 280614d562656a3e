import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../../components/code-text.tsx'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { SwitchRow } from '../../../../components/switch-row.tsx'
import { color } from '../../../../theme/tokens.ts'
import { useReach } from '../../api/use-reach.ts'
import { useShare } from '../share-context.ts'
import { LookEditor } from './look-editor.tsx'

/** The flow as a page of its own: whether it is public, its link, and how it looks. */
export function ChatbotTab() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const { base, isReachable } = useReach(chatflow.id)
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
        {isReachable ? null : <ProblemNotice tone="warning">{t('chatbot.unreachable')}</ProblemNotice>}
        <PageLink label={t('chatbot.link')} copyLabel={t('chatbot.copyLink')} link={`${base}/chatbot/${chatflow.id}`} />
        <PageLink
          label={t('chatbot.formLink')}
          copyLabel={t('chatbot.copyFormLink')}
          link={`${base}/form/${chatflow.id}`}
        />
      </Box>
      <LookEditor />
    </Box>
  )
}

function PageLink({ label, copyLabel, link }: { label: string; copyLabel: string; link: string }) {
  const { t } = useTranslation('share')
  return (
    <div>
      <Typography variant="body2" sx={{ color: color.text2, marginBottom: 0.5 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <CodeText text={link} label={label} />
        </Box>
        <CopyButton text={link} label={copyLabel} hasWord />
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          aria-label={`${t('chatbot.open')}: ${label}`}
          startIcon={<IconExternalLink size={20} aria-hidden />}
        >
          {t('chatbot.open')}
        </Button>
      </Box>
    </div>
  )
}
