import type { Chatflow } from '@chatwright/contract'
import { readFlow } from '@chatwright/core'

import { openChatflow } from '../api/chatflow.ts'
import type { Canvas } from '../model/canvas-store.ts'

/** Shows a flow as somebody else saved it, in place of what was here. */
export function takeTheirs(canvas: Canvas, chatflow: Chatflow): void {
  const { flow } = readFlow(chatflow.flowData, canvas.store.getState().catalogue.describe)
  canvas.open({ flow, name: chatflow.name, chatflow: openChatflow(chatflow) })
}
