import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useNotifications } from '../state/notifications.ts'
import { color, radius, type } from '../theme/tokens.ts'
import { lazyPart } from './lazy-part/lazy-part.tsx'
import type { PartFailure } from './lazy-part/part-failure.ts'
import { PartNotice } from './lazy-part/part-notice.tsx'

const Notifier = lazyPart(() => import('./notifier.tsx'), { Failed: PlainNotices })

/** Toasts arrive with the first notification and stay from then on. */
export function NotificationHost() {
  const hasSome = useNotifications((state) => state.notifications.length > 0)
  const [isNeeded, setIsNeeded] = useState(hasSome)
  if (hasSome && !isNeeded) setIsNeeded(true)
  return isNeeded ? <Notifier /> : null
}

/** The messages themselves, when what shows them did not arrive: a server that is gone is told with one of them. */
function PlainNotices({ failure }: { failure: PartFailure }) {
  const { t } = useTranslation()
  const { notifications, dispatch } = useNotifications()
  if (notifications.length === 0) return null
  return (
    <Box
      sx={{
        ...type.body,
        position: 'fixed',
        left: 16,
        bottom: 16,
        width: 'min(480px, calc(100vw - 32px))',
        zIndex: (theme) => theme.zIndex.snackbar,
        display: 'grid',
        gap: 1,
        padding: 1.5,
        borderRadius: radius.card,
        backgroundColor: color.raised,
        color: color.text,
        boxShadow: color.shadowDialog,
      }}
    >
      {notifications.map(({ key, message, options: { tone, action } }) => (
        <Box key={key} role={tone === 'error' ? 'alert' : 'status'} sx={{ display: 'flex', gap: 1 }}>
          <Box sx={{ flex: 1, overflowWrap: 'anywhere' }}>{message}</Box>
          {action ? (
            <Button
              size="small"
              onClick={() => {
                action.run()
                dispatch({ type: 'remove', key })
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <Button size="small" onClick={() => dispatch({ type: 'remove', key })}>
            {t('action.close')}
          </Button>
        </Box>
      ))}
      <PartNotice failure={failure} text={t('crash.plainNotices')} />
    </Box>
  )
}
