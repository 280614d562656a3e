import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { bringFiles, pickFlowsToBring, useBroughtFiles } from '../../state/brought-files.ts'

const BringDialog = lazyDialog(() => import('../../features/chatflows/components/bring-dialog.tsx'), {
  texts: ['chatflows'],
})

/** Brings in the flows of a whole export, from whichever screen it was chosen. */
export function BringHost() {
  const files = useBroughtFiles((state) => state.files)
  return files.length === 0 ? null : (
    <BringDialog files={files} onOther={() => void pickFlowsToBring()} onClose={() => bringFiles([])} />
  )
}
