import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import type { CanvasHandoff } from '../../lib/canvas-handoff.ts'
import { pickTextFile } from '../../lib/files.ts'
import type { PickedText } from '../../lib/files.ts'
import { bringFiles } from '../../state/brought-files.ts'
import { confirm } from '../../state/confirm.ts'
import { doOrOffer } from '../../state/failed-load.ts'

/** Past any flow that a person drew: a browser does not take a larger one along to the next screen. */
export const LARGEST_FLOW_FILE = 20_000_000

/** Picks a `.json` file and opens its text as a chat flow on the canvas. */
export function useLoadFlowFile(): () => Promise<void> {
  const openFlowText = useOpenFlowText()
  return async () => {
    const file = await pickTextFile('.json', LARGEST_FLOW_FILE)
    if (file) openFlowText(file)
  }
}

/** Opens a file's text on the canvas. One that is no flow is refused before anybody leaves the screen they are on. */
export function useOpenFlowText(): (file: PickedText) => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const refuse = async (name: string, reason: string) => {
    const wantsOther = await confirm({
      title: t('flowFile.refused', { file: name }),
      description: `${reason}\n\n${t('flowFile.untouched')}`,
      confirmButtonName: t('flowFile.other'),
      cancelButtonName: t('action.close'),
    })
    const other = wantsOther ? await pickTextFile('.json', LARGEST_FLOW_FILE) : undefined
    if (other) open(other)
  }
  const open = ({ name, text }: PickedText): void => {
    if (text === undefined) {
      void refuse(name, t('flowFile.tooLarge', { most: LARGEST_FLOW_FILE / 1_000_000 }))
      return
    }
    void doOrOffer(async () => {
      const { readFlowFile } = await import('./read-flow-file.ts')
      const found = readFlowFile({ name, text })
      if (found.kind === 'refused') void refuse(name, found.reason)
      else if (found.kind === 'several') bringFiles([new File([text], name)])
      else void navigate('/canvas', { state: found.handoff satisfies CanvasHandoff })
    })
  }
  return open
}
