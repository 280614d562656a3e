import { lazy, Suspense, useState } from 'react'

import { useNotifications } from '../state/notifications.ts'

const Notifier = lazy(() => import('./notifier.tsx'))

/** Toasts arrive with the first notification and stay from then on. */
export function NotificationHost() {
  const hasSome = useNotifications((state) => state.notifications.length > 0)
  const [isNeeded, setIsNeeded] = useState(hasSome)
  if (hasSome && !isNeeded) setIsNeeded(true)
  return isNeeded ? (
    <Suspense>
      <Notifier />
    </Suspense>
  ) : null
}
