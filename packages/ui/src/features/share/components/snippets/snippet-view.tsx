import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../../components/code-text.tsx'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { color, type } from '../../../../theme/tokens.ts'

interface SnippetViewProps {
  label: string
  text: string
}

/** Code to copy and run as it stands. */
export function SnippetView({ label, text }: SnippetViewProps) {
  const { t } = useTranslation('share')
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, marginBottom: 1 }}>
        <Box sx={{ ...type.strong, color: color.text }}>{label}</Box>
        <CopyButton text={text} label={t('snippet.copy')} hasWord />
      </Box>
      <CodeText text={text} label={label} isExact maxHeight="none" />
    </Box>
  )
}
