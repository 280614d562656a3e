import { routeUrl, version as versionRoute } from '@chatwright/contract'
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
import { getData } from '../../lib/get-data.ts'
import { PRODUCT_NAME } from '../../lib/product.ts'
import type { ServerFacts } from '../../lib/server-facts.ts'
import { color, type } from '../../theme/tokens.ts'
import { askForRelease } from './latest-release.ts'
import type { ReleaseAnswer } from './latest-release.ts'

/** Which version runs here, and which is the newest. */
export default function VersionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const about = useQuery({ queryKey: ['about'], queryFn: readAbout, staleTime: 0, gcTime: 0, retry: false })
  const answer = about.data?.answer
  const found = answer?.kind === 'found' ? answer.release : undefined
  const missing = t(answer?.kind === 'unpublished' ? 'version.unpublished' : 'version.unknown')
  return (
    <Dialog open onClose={onClose} maxWidth="sm" aria-labelledby={titleId}>
      <DialogHead id={titleId} title={t('version.title', { product: PRODUCT_NAME })} onClose={onClose} />
      <DialogContent>
        <Typography sx={{ ...type.strong, minHeight: 20, marginBottom: 1 }}>
          {about.data?.version === undefined ? null : t('version.running', { version: about.data.version })}
        </Typography>
        <Table>
          <TableBody>
            <FactRow name={t('version.latest')} isLoading={about.isPending}>
              {found ? (
                <Link href={found.html_url} target="_blank" rel="noopener noreferrer">
                  {found.name}
                </Link>
              ) : (
                missing
              )}
            </FactRow>
            <FactRow name={t('version.published')} isLoading={about.isPending}>
              {found ? <TimeAgo date={found.published_at} /> : missing}
            </FactRow>
          </TableBody>
        </Table>
        <Typography variant="body2" sx={{ color: color.text3, marginTop: 2, minHeight: 36 }}>
          {answer === undefined || answer.kind === 'found' ? null : t(`version.answer.${answer.kind}`, answer)}
        </Typography>
      </DialogContent>
    </Dialog>
  )
}

/** A server that does not say which version it is is told apart from a release page that does not answer. */
async function readAbout(): Promise<{ version?: string; answer: ReleaseAnswer | { kind: 'unasked' } }> {
  const running = await getData<ServerFacts>(routeUrl(versionRoute, {}))
  if (!running) return { answer: { kind: 'unasked' } }
  return { version: running.version, answer: await askForRelease(running) }
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
