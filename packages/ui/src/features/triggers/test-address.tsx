import type { Webhook } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { CodeLine } from '../../components/code-line.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { useOpenTest } from './use-triggers.ts'

/** Where the newest version is tried before it is live, open for a while. */
export function TestAddress({ webhook: { id, testAddress, testUntil } }: { webhook: Webhook }) {
  const { t, i18n } = useTranslation('triggers')
  const open = useOpenTest()
  const isOpen = testUntil !== null
  const until = isOpen ? new Date(testUntil).toLocaleTimeString(i18n.language, { timeStyle: 'short' }) : ''
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="body2" sx={{ color: color.text2, flex: '1 1 280px' }}>
          {isOpen ? t('test.isOpen', { until }) : t('test.isClosed')}
        </Typography>
        <Button
          variant="outlined"
          loading={open.isPending}
          onClick={() =>
            open.mutate({ id, open: !isOpen }, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })
          }
        >
          {t(isOpen ? 'test.close' : 'test.open')}
        </Button>
      </Box>
      {isOpen ? <CodeLine label={t('test.address')} text={testAddress} /> : null}
    </Box>
  )
}
