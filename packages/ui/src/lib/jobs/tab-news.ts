const CHANNEL = 'chatwright-jobs'

/** Tells the other tabs of this browser that the list of background work has changed. */
export function tellTabs(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  channel.close()
}

export function onTabNews(listen: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listen)
  return () => channel.close()
}
