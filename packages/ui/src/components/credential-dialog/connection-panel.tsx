import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../problem-notice.tsx'
import { useConnect, useConnectionState } from './credential-api.ts'

/** How a connection stands, and the way to connect it. */
export function ConnectionPanel({ id }: { id: string }) {
  const { t } = useTranslation('credentials')
  const connect = useConnect()
  const isDevice = connect.data?.userCode !== undefined
  const isWaiting = connect.data !== undefined && connect.data.isConnected !== true
  const connection = useConnectionState(id, { isWaiting, isDevice })
  const { state, message } = connection.data ?? {}
  const isGood = state === 'connected'
  const button = (
    <Button size="small" variant="outlined" loading={connect.isPending} onClick={() => connect.mutate(id)}>
      {t(state === undefined ? 'connection.connect' : 'connection.reconnect')}
    </Button>
  )
  return (
    <>
      <ProblemNotice tone={isGood ? 'success' : state === undefined ? 'info' : 'warning'} action={button}>
        {t(`connection.state.${state ?? 'new'}`)} {message}
      </ProblemNotice>
      {isDevice && !isGood ? (
        <ProblemNotice tone="info">
          {t('connection.enter', { code: connect.data?.userCode })}{' '}
          <Link href={connect.data?.verificationUrl} target="_blank" rel="noreferrer">
            {connect.data?.verificationUrl}
          </Link>
        </ProblemNotice>
      ) : null}
      {connect.error ? <ProblemNotice>{connect.error.message}</ProblemNotice> : null}
    </>
  )
}
