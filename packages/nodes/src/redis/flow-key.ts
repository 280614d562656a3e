/**
 * Where a flow keeps something in a Redis server that others use too. A visitor may choose the name of a session: whatever
 * it is, it stays below the flow that was asked.
 */
export function flowKey(flowId: string, kind: 'memory' | 'answer' | 'vector', name: string): string {
  return `chatwright:${kind}:${flowId}:${name}`
}
