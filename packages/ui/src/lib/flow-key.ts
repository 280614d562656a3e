/** The API key that a visitor entered on a flow's page: for this tab, and for the requests of that page alone. */
let shownKey: string | undefined

const nameOf = (flowId: string) => `flow-key ${flowId}`

/** From now on, requests carry the key that was entered for this flow, if there is one; the returned function ends that. */
export function sendKeyOf(flowId: string): () => void {
  shownKey = sessionStorage.getItem(nameOf(flowId)) ?? undefined
  return () => {
    shownKey = undefined
  }
}

export function hasFlowKey(): boolean {
  return shownKey !== undefined
}

export function keepFlowKey(flowId: string, key: string): void {
  sessionStorage.setItem(nameOf(flowId), key)
  shownKey = key
}

export function flowKeyHeader(): Record<string, string> | undefined {
  return shownKey === undefined ? undefined : { Authorization: `Bearer ${shownKey}` }
}
