import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconExternalLink } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../../components/code-text.tsx'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { color } from '../../../../theme/tokens.ts'
import { useReach } from '../../api/use-reach.ts'
import { useShare } from '../share-context.ts'
import { LookEditor } from './look-editor.tsx'

/** The flow as a page of its own: its links, and how it looks. */
export function ChatbotTab() {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const { base, isReachable } = useReach(chatflow.id)
  const { isPublic, access } = chatflow
  const isShared = isPublic && access !== 'owner'
  // Half of what there is to draw, at the end of the page: the dialog is there before it.
  const isLookDrawn = useDeferredValue(true, false)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {isReachable ? null : <ProblemNotice tone="warning">{t('chatbot.unreachable')}</ProblemNotice>}
        <PageLink
          isShared={isShared}
          label={t('chatbot.link')}
          copyLabel={t('chatbot.copyLink')}
          link={`${base}/chatbot/${chatflow.id}`}
        />
        <PageLink
          isShared={isShared}
          label={t('chatbot.formLink')}
          copyLabel={t('chatbot.copyFormLink')}
          link={`${base}/form/${chatflow.id}`}
        />
      </Box>
      {isLookDrawn ? <LookEditor /> : null}
    </Box>
  )
}

interface PageLinkProps {
  /** Whether others can open it: a link that leads them nowhere is not for copying. */
  isShared: boolean
  label: string
  copyLabel: string
  link: string
}

function PageLink({ isShared, label, copyLabel, link }: PageLinkProps) {
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
        {isShared ? <CopyButton text={link} label={copyLabel} hasWord /> : null}
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
