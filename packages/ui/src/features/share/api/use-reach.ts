import { useMcpServer } from './use-mcp-server.ts'

/** Where others reach the pages of a flow, and whether they can. Until that is known, it is where this page is. */
export function useReach(flowId: string): { base: string; isReachable: boolean } {
  const { data: server } = useMcpServer(flowId)
  if (!server) return { base: window.location.origin, isReachable: true }
  const { address, isReachable } = server
  return { base: address.slice(0, address.indexOf('/api/v1/')), isReachable }
}
