import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { color } from '../../theme/tokens.ts'
import { useCredentialUse } from './credential-api.ts'

/** Which flows, which of their nodes, and which stores of documents use the credential. */
export function CredentialUses({ id }: { id: string }) {
  const { t } = useTranslation()
  const uses = useCredentialUse(id).data
  return (
    <Box component="section" sx={{ minHeight: 48 }}>
      <Typography variant="subtitle2">{t('inUse.usedBy')}</Typography>
      {uses?.length === 0 ? <Typography sx={{ color: color.text3 }}>{t('inUse.unused')}</Typography> : null}
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        {(uses ?? []).map((flow) => (
          <li key={flow.id}>
            <Link component={RouterLink} to={`/${flow.isStore ? 'knowledge' : 'canvas'}/${flow.id}`}>
              {flow.name}
            </Link>{' '}
            <Typography component="span" variant="caption" sx={{ color: color.text3 }}>
              {flow.nodes.map((node) => node.label).join(', ')}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  )
}
