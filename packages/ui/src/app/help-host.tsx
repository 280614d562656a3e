import { lazyDialog } from '../components/lazy-part/lazy-part.tsx'
import { closeHelp, useHelp } from '../state/help.ts'

const HelpDialog = lazyDialog(() => import('../features/help/help-dialog.tsx'), { texts: ['help'] })

/** Help arrives when it is first opened. */
export function HelpHost() {
  const guide = useHelp((state) => state.guide)
  return guide === undefined ? null : <HelpDialog firstGuide={guide} onClose={closeHelp} />
}
