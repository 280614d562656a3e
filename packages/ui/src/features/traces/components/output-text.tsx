import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { Labelled } from '../../../parts/run-view/timed-row.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { useShownAbove } from './shown-above.ts'

/** What came out of a step; of the answer itself, where to read it. */
export function OutputText({ label, text }: { label: string; text: string | undefined }) {
  const { t } = useTranslation('runs')
  const { isAnswer } = useShownAbove()
  if (!isAnswer(text)) return <Labelled label={label} text={text} />
  return (
    <div>
      <Box sx={{ ...type.caption, color: color.text3, marginBottom: 0.5 }}>{label}</Box>
      <Box sx={{ ...type.small, color: color.text2 }}>{t('sameAnswer')}</Box>
    </div>
  )
}
