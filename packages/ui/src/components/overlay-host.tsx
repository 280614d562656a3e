import { hideBackdrop, useBackdrop } from '../state/backdrop.ts'
import { answerConfirm, useConfirmState } from '../state/confirm.ts'
import { forgetFailedLoad, useFailedLoad } from '../state/failed-load.ts'
import { FailedDialog } from './lazy-part/failed-dialog.tsx'
import { lazyDialog, useIsKept } from './lazy-part/lazy-part.tsx'

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'))
const LoadingBackdrop = lazyDialog(() => import('./loading-backdrop.tsx'))

const refuse = () => answerConfirm(false)

/** The confirm dialog and the loading backdrop arrive when they are first needed, and stay from then on. */
export function OverlayHost() {
  const needsConfirm = useIsKept(
    useConfirmState((state) => state.show),
    ConfirmDialog,
  )
  const needsBackdrop = useIsKept(
    useBackdrop((state) => state.open),
    LoadingBackdrop,
  )
  const failed = useFailedLoad((state) => state.failed)
  return (
    <>
      {needsConfirm ? <ConfirmDialog onClose={refuse} /> : null}
      {needsBackdrop ? <LoadingBackdrop onClose={hideBackdrop} /> : null}
      {failed ? <FailedDialog failure={failed} props={{ onClose: forgetFailedLoad }} /> : null}
    </>
  )
}
