import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { color } from '../../../../theme/tokens.ts'
import { embedReactSnippet, embedScriptSnippet } from '../../model/snippets.ts'
import { useShare } from '../share-context.ts'
import { SnippetView } from './snippet-view.tsx'

/** The chat on any web site: two lines of HTML, or a React component. */
export function EmbedTab() {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const [mode, setMode] = useState<'bubble' | 'page'>('bubble')
  const facts = { origin: window.location.origin, chatflowId: chatflow.id, isFullPage: mode === 'page' }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {chatflow.apikeyid === null ? null : <ProblemNotice tone="warning">{t('embed.needsKey')}</ProblemNotice>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography sx={{ color: color.text2, maxWidth: 560 }}>{t('embed.text')}</Typography>
        <ToggleButtonGroup
          exclusive
          value={mode}
          aria-label={t('embed.mode')}
          onChange={(_, next: typeof mode | null) => setMode(next ?? mode)}
        >
          <ToggleButton value="bubble">{t('embed.bubble')}</ToggleButton>
          <ToggleButton value="page">{t('embed.page')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <SnippetView label="HTML" text={embedScriptSnippet(facts)} />
      <SnippetView label="React" text={embedReactSnippet(facts)} />
    </Box>
  )
}
