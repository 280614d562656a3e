import {
  createMcpServer,
  getMcpServer,
  refreshMcpToken,
  updateMcpServer,
  type McpServer,
  type McpServerChanges,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const keyOf = (flowId: string) => ['mcp-server', flowId] as const

/** How the flow is offered as a tool. */
export function useMcpServer(flowId: string) {
  return useQuery({
    queryKey: keyOf(flowId),
    queryFn: ({ signal }) => call(getMcpServer, { params: { id: flowId }, signal }),
    select: asReached,
  })
}

/** Where the server does not know its public address, this page knows one that works at least from here. */
function asReached(server: McpServer): McpServer {
  if (server.isPublicUrl) return server
  return { ...server, address: new URL(new URL(server.address).pathname, window.location.origin).href }
}

export function useChangeMcpServer(flowId: string) {
  return useChange(flowId, (body: McpServerChanges) => call(updateMcpServer, { params: { id: flowId }, body }))
}

export function useOfferFlow(flowId: string) {
  return useChange(flowId, () => call(createMcpServer, { params: { id: flowId }, body: {} }))
}

export function useRenewToken(flowId: string) {
  return useChange(flowId, () => call(refreshMcpToken, { params: { id: flowId } }))
}

function useChange<Values>(flowId: string, mutationFn: (values: Values) => Promise<McpServer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: (server) => client.setQueryData(keyOf(flowId), server) })
}
