import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { pickFiles } from '../../lib/files.ts'
import { bringFiles, useBroughtFiles } from '../../state/brought-files.ts'

const BringDialog = lazyDialog(() => import('../../features/chatflows/components/bring-dialog.tsx'), {
  texts: ['chatflows'],
})

/** Brings in the flows of a whole export, from whichever screen it was chosen. */
export function BringHost() {
  const files = useBroughtFiles((state) => state.files)
  const pickOther = async () => {
    const others = await pickFiles({ accept: '.json', multiple: true })
    if (others.length > 0) bringFiles(others)
  }
  return files.length === 0 ? null : (
    <BringDialog files={files} onOther={() => void pickOther()} onClose={() => bringFiles([])} />
  )
}
