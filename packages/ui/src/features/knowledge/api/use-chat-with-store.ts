import { createChatflow, listNodes } from '@chatwright/contract'
import type { KnowledgeStore } from '@chatwright/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { storeFlow } from '../model/store-flow.ts'

/** Makes a flow that answers from a knowledge base; only its owner can use it until they share it. */
export function useChatWithStore() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: KnowledgeStore) => {
      const flowData = JSON.stringify(storeFlow(await call(listNodes), id))
      return call(createChatflow, { body: { name: name.slice(0, 200), flowData, access: 'owner' } })
    },
    onSettled: () =>
      Promise.all(['knowledge', 'chatflows'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}
