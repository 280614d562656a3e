import { lazy, Suspense, useState } from 'react'

import { useBackdrop } from '../state/backdrop.ts'
import { useConfirmState } from '../state/confirm.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))
const LoadingBackdrop = lazy(async () => ({ default: (await import('./loading-backdrop.tsx')).LoadingBackdrop }))

/** The confirm dialog and the loading backdrop arrive when they are first needed, and stay from then on. */
export function OverlayHost() {
  const needsConfirm = useNeeded(useConfirmState((state) => state.show))
  const needsBackdrop = useNeeded(useBackdrop((state) => state.open))
  return (
    <Suspense>
      {needsConfirm ? <ConfirmDialog /> : null}
      {needsBackdrop ? <LoadingBackdrop /> : null}
    </Suspense>
  )
}

function useNeeded(isNeededNow: boolean): boolean {
  const [isNeeded, setIsNeeded] = useState(isNeededNow)
  if (isNeededNow && !isNeeded) setIsNeeded(true)
  return isNeeded
}
