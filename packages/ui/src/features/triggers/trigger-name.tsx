import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { color } from '../../theme/tokens.ts'

interface TriggerNameProps {
  trigger: { flowId: string; flowName: string; name: string }
  isOfOneFlow: boolean
}

/** The flow and what the trigger is called; of the flow at hand only the latter. */
export function TriggerName({ trigger: { flowId, flowName, name }, isOfOneFlow }: TriggerNameProps) {
  const { t } = useTranslation('triggers')
  const shown = name === '' ? t('ofFlow.start') : name
  if (isOfOneFlow) {
    return (
      <Typography variant="subtitle2" component="span" noWrap title={shown} sx={{ display: 'block' }}>
        {shown}
      </Typography>
    )
  }
  return (
    <>
      <Link
        component={RouterLink}
        to={`/canvas/${flowId}`}
        variant="subtitle2"
        color="textPrimary"
        noWrap
        sx={{ display: 'block' }}
        title={flowName}
      >
        {flowName}
      </Link>
      {name === '' ? null : (
        <Typography variant="caption" component="div" noWrap title={name} sx={{ color: color.text2 }}>
          {name}
        </Typography>
      )}
    </>
  )
}
