import {
  authorizeCustomMcpServer,
  createCustomMcpServer,
  deleteCustomMcpServer,
  listCustomMcpServers,
  updateCustomMcpServer,
  type CustomMcpServer,
  type NewCustomMcpServer,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const SERVERS = ['mcp-servers'] as const

export function useMcpServers() {
  return useQuery({
    queryKey: SERVERS,
    queryFn: async ({ signal }): Promise<CustomMcpServer[]> => {
      const answer = await call(listCustomMcpServers, { signal })
      return Array.isArray(answer) ? answer : answer.data
    },
  })
}

export function useSaveMcpServer() {
  return useChange(({ id, ...body }: NewCustomMcpServer & { id: string | undefined }) =>
    id === undefined ? call(createCustomMcpServer, { body }) : call(updateCustomMcpServer, { params: { id }, body }),
  )
}

export function useDeleteMcpServer() {
  return useChange((id: string) => call(deleteCustomMcpServer, { params: { id } }))
}

/** Reaches a server; one that wants a person to allow it takes this page there, and the person comes back. */
export function useConnectMcpServer() {
  return useChange(async (id: string) => {
    const server = await call(authorizeCustomMcpServer, { params: { id } })
    if (server.authorizationUrl !== null) window.location.assign(server.authorizationUrl)
    return server
  })
}

function useChange<Values, Result>(mutationFn: (values: Values) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: SERVERS }) })
}
