import { lazy, Suspense } from 'react'

import { loadTexts } from '../i18n/i18n.ts'
import { useHelp } from '../state/help.ts'

const HelpDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/help/help-dialog.tsx'), loadTexts(['help'])])
  return module
})

/** Help arrives when it is first opened. */
export function HelpHost() {
  const guide = useHelp((state) => state.guide)
  return guide === undefined ? null : (
    <Suspense>
      <HelpDialog firstGuide={guide} />
    </Suspense>
  )
}
