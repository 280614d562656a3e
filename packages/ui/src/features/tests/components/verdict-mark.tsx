import type { TestVerdict } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'

const looks = {
  passed: { Icon: IconCircleCheck, ink: color.success },
  failed: { Icon: IconCircleX, ink: color.error },
  unproved: { Icon: IconHelpCircle, ink: color.warning },
  none: { Icon: IconCircleDashed, ink: color.text3 },
}

/** How a case ended, by sign and word. */
export function VerdictMark({ verdict }: { verdict: TestVerdict | undefined }) {
  const { t } = useTranslation('tests')
  const { Icon, ink } = looks[verdict ?? 'none']
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ display: 'inline-flex', color: ink }}>
        <Icon size={20} aria-hidden />
      </Box>
      {t(`verdict.${verdict ?? 'none'}`)}
    </Box>
  )
}
