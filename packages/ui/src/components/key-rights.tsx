import type { ApiKey } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color, type } from '../theme/tokens.ts'

/** Which rights a key has besides asking; one that manages has them all. */
export function KeyRights({ permissions }: Pick<ApiKey, 'permissions'>) {
  const { t } = useTranslation('api-keys')
  const flows = permissions.includes('flow.edit') ? 'build' : permissions.includes('flow.read') ? 'read' : undefined
  const words = [
    ...(flows === undefined ? [] : [t(`right.${flows}`)]),
    ...(permissions.includes('run.read') ? [t('right.runs')] : []),
  ]
  if (words.length === 0 || permissions.includes('manage')) return null
  return <Box sx={{ ...type.caption, color: color.text2 }}>{words.join(', ')}</Box>
}
