import { version as versionRoute } from '@chatwright/contract'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../components/dialog-head.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { call } from '../../lib/api.ts'
import { PRODUCT_NAME } from '../../lib/product.ts'
import { color } from '../../theme/tokens.ts'
import { fetchLatestRelease } from './latest-release.ts'

/** Which version runs here, and which is the newest. */
export default function VersionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const release = useQuery({ queryKey: ['latest-release'], queryFn: fetchLatestRelease, staleTime: 0, retry: false })
  const running = useQuery({ queryKey: ['version'], queryFn: () => call(versionRoute) })
  const found = release.data ?? undefined
  return (
    <Dialog open onClose={onClose} maxWidth="sm" aria-labelledby={titleId}>
      <DialogHead id={titleId} title={t('version.title', { product: PRODUCT_NAME })} onClose={onClose} />
      <DialogContent>
        <Table>
          <TableBody>
            <FactRow name={t('version.latest')} isLoading={release.isPending}>
              {found ? (
                <Link href={found.html_url} target="_blank" rel="noopener noreferrer">
                  {found.name}
                </Link>
              ) : (
                t('version.unknown')
              )}
            </FactRow>
            <FactRow name={t('version.published')} isLoading={release.isPending}>
              {found ? <TimeAgo date={found.published_at} /> : t('version.unknown')}
            </FactRow>
          </TableBody>
        </Table>
        <Typography variant="body2" sx={{ color: color.text3, marginTop: 2, minHeight: 36 }}>
          {running.data ? t('version.running', { version: running.data.version }) : null}{' '}
          {release.isPending || found ? null : t('version.unreachable')}
        </Typography>
      </DialogContent>
    </Dialog>
  )
}

function FactRow({ name, isLoading, children }: { name: string; isLoading: boolean; children: ReactNode }) {
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ color: color.text2 }}>
        {name}
      </TableCell>
      <TableCell>{isLoading ? <Skeleton width={120} /> : children}</TableCell>
    </TableRow>
  )
}
