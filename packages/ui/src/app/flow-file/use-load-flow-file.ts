import { useNavigate } from 'react-router'

import type { CanvasHandoff } from '../../lib/canvas-handoff.ts'
import { pickTextFile } from '../../lib/files.ts'

/** Picks a `.json` file and opens its text as a chat flow on the canvas. */
export function useLoadFlowFile(): () => Promise<void> {
  const openFlowText = useOpenFlowText()
  return async () => {
    const file = await pickTextFile('.json')
    if (file) openFlowText(file)
  }
}

export function useOpenFlowText(): (file: { name: string; text: string }) => void {
  const navigate = useNavigate()
  return ({ name, text }) => {
    const handoff: CanvasHandoff = { flowData: text, name: name.replace(/\.json$/i, '') }
    void navigate('/canvas', { state: handoff })
  }
}
