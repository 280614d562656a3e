import { createChatflow, listNodes } from '@chatwright/contract'
import type { Chatflow } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import { localModelFlow } from '../model/local-model-flow.ts'
import type { LocalModel } from '../model/local-model-flow.ts'

export async function chatWithLocalModel({ name, ...choice }: LocalModel & { name: string }): Promise<Chatflow> {
  const catalogue = await call(listNodes)
  const flowData = JSON.stringify(localModelFlow(catalogue, choice))
  return call(createChatflow, { body: { name: name.slice(0, 200), flowData, access: 'owner' } })
}
