import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { TableCard, shownFrom, RowNote } from '../../components/table-card.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { useConfirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { useEndSignIn, useSignIns } from './use-sign-ins.ts'

/** Which browsers may do everything here, and how to end that. Nothing where nobody needs to sign in. */
export function SignedInBrowsers() {
  const { t } = useTranslation(['api-keys', 'common'])
  const end = useEndSignIn()
  const confirm = useConfirm()
  const { data: signIns = [] } = useSignIns()
  const sayWhy = (error: unknown) => notify(messageOf(error), { tone: 'error' })
  const endAll = async () => {
    const isSure = await confirm({
      title: t('browsers.allTitle'),
      description: t('browsers.allText'),
      confirmButtonName: t('browsers.all'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (isSure) await end().catch(sayWhy)
  }
  if (signIns.length === 0) return null
  return (
    <Box component="section" aria-labelledby="signed-in-browsers" sx={{ marginTop: 5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 2 }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
          <Typography variant="h3" component="h2" id="signed-in-browsers">
            {t('browsers.title')}
          </Typography>
          <Typography variant="body2" sx={{ color: color.text2 }}>
            {t('browsers.text')}
          </Typography>
        </Box>
        <Button color="error" sx={{ marginLeft: { xs: -1.5, sm: 0 } }} onClick={() => void endAll()}>
          {t('browsers.all')}
        </Button>
      </Box>
      <TableCard
        label={t('browsers.title')}
        columns={[
          { id: 'browser', label: t('browsers.browser') },
          { id: 'used', label: t('column.used'), from: 'sm', width: 160 },
          { id: 'since', label: t('browsers.since'), from: 'md', width: 160 },
          { id: 'actions', label: t('column.actions'), width: 128, isHidden: true },
        ]}
      >
        {signIns.map(({ id, browser, isCurrent, lastUsedDate, createdDate }) => (
          <TableRow key={id} hover>
            <TableCell component="th" scope="row">
              <Typography variant="subtitle2" component="span" sx={{ marginRight: 1 }}>
                {browser}
              </Typography>
              {isCurrent ? <Chip label={t('browsers.this')} /> : null}
              <RowNote>
                <TimeAgo date={lastUsedDate} />
              </RowNote>
            </TableCell>
            <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
              <TimeAgo date={lastUsedDate} />
            </TableCell>
            <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
              <TimeAgo date={createdDate} />
            </TableCell>
            <TableCell align="right">
              <Button
                size="small"
                aria-label={t('browsers.endOne', { browser })}
                onClick={() => void end(id).catch(sayWhy)}
              >
                {t('browsers.end')}
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </TableCard>
    </Box>
  )
}
