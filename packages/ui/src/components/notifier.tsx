import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconX } from '@tabler/icons-react'
import { MaterialDesignContent, SnackbarProvider, useSnackbar } from 'notistack'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { dismissNotification, useNotifications } from '../state/notifications.ts'
import type { Notification } from '../state/notifications.ts'
import { color, radius, type } from '../theme/tokens.ts'
import { LabelledIconButton } from './labelled-icon-button.tsx'

const Toast = styled(MaterialDesignContent)({
  '&&': {
    ...type.body,
    backgroundColor: color.toast,
    color: color.onToast,
    borderRadius: radius.card,
    boxShadow: color.shadowMenu,
    flexWrap: 'nowrap',
    maxWidth: 480,
  },
})

const TOASTS = { default: Toast, info: Toast, success: Toast, warning: Toast, error: Toast }

/** Shows at most three notifications at once, each for five seconds; errors stay until they are closed. */
export default function Notifier() {
  return (
    <SnackbarProvider
      maxSnack={3}
      autoHideDuration={5000}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      Components={TOASTS}
    >
      <NotificationQueue />
    </SnackbarProvider>
  )
}

function NotificationQueue() {
  const notifications = useNotifications((state) => state.notifications)
  const dispatch = useNotifications((state) => state.dispatch)
  const { enqueueSnackbar, closeSnackbar } = useSnackbar()
  const shown = useRef(new Set<string>())
  useEffect(() => {
    for (const notification of notifications) {
      const { key, dismissed, message, options } = notification
      if (dismissed) {
        closeSnackbar(key)
      } else if (!shown.current.has(key)) {
        shown.current.add(key)
        enqueueSnackbar(message, {
          key,
          variant: options.tone,
          persist: options.persist ?? options.tone === 'error',
          action: <ToastActions notification={notification} />,
          onExited: () => {
            shown.current.delete(key)
            dispatch({ type: 'remove', key })
          },
        })
      }
    }
  }, [notifications, dispatch, enqueueSnackbar, closeSnackbar])
  return null
}

function ToastActions({ notification }: { notification: Notification }) {
  const { t } = useTranslation()
  const { action } = notification.options
  return (
    <>
      {action ? (
        <Button
          size="small"
          sx={{ color: 'inherit', textDecoration: 'underline' }}
          onClick={() => {
            action.run()
            dismissNotification(notification.key)
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <LabelledIconButton
        size="small"
        label={t('action.close')}
        sx={{ color: 'inherit' }}
        onClick={() => dismissNotification(notification.key)}
      >
        <IconX size={16} aria-hidden />
      </LabelledIconButton>
    </>
  )
}
