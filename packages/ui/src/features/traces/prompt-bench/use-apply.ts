import { getChatflow, publishChatflowVersion, updateChatflow } from '@chatwright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { call } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import type { CanvasEdits } from '../../../lib/canvas-handoff.ts'
import { notify } from '../../../state/notifications.ts'
import { withInputs } from '../model/changes.ts'
import type { Prompt } from '../model/prompts-in.ts'

/** Takes other words for a prompt over to the flow as it is today: onto its canvas, or published at once. */
export function useApply(flowId: string) {
  const { t } = useTranslation('runs')
  const navigate = useNavigate()
  const client = useQueryClient()
  return async (prompt: Prompt, text: string, { isPublished }: { isPublished: boolean }): Promise<void> => {
    const { nodeId, node, name, input, write } = prompt
    const value = write(text)
    if (!isPublished) {
      const state: CanvasEdits = { nodeInputs: { [nodeId]: { [name]: value } } }
      return void navigate(`/canvas/${flowId}`, { state })
    }
    try {
      const { flowData, version } = await call(getChatflow, { params: { id: flowId } })
      if (!flowData.includes(`"id":${JSON.stringify(nodeId)}`)) throw new Error(t('bench.nodeGone', { node }))
      const changed = withInputs(flowData, { [nodeId]: { label: node, inputs: { [name]: { label: input, value } } } })
      // Refused where somebody else saved in between.
      const saved = await call(updateChatflow, { params: { id: flowId }, body: { flowData: changed, version } })
      if (saved.liveVersion !== saved.version) {
        await call(publishChatflowVersion, { params: { id: flowId, version: saved.version } })
      }
      void client.invalidateQueries({ queryKey: ['chatflows'] })
      notify(t('bench.published', { version: saved.version }), { tone: 'success' })
    } catch (error) {
      notify(messageOf(error), { tone: 'error' })
    }
  }
}
