import { WebSocket } from 'undici'

export interface HeapProbe {
  /** Live bytes after a full collection, in MB: what a leak would raise. */
  liveMb(): Promise<number>
  close(): void
}

/** Looks into a process started with `--inspect`, because resident memory says when Node collects, not what it keeps. */
export async function probeHeap(inspectorUrl: string): Promise<HeapProbe> {
  const [target] = (await (await fetch(`${inspectorUrl}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  let last = 0
  const command = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method }))
    })
  await command('HeapProfiler.enable')
  return {
    async liveMb() {
      await command('HeapProfiler.collectGarbage')
      await command('HeapProfiler.collectGarbage')
      const { usedSize } = (await command('Runtime.getHeapUsage')) as { usedSize: number }
      return usedSize / 1024 ** 2
    },
    close: () => socket.close(),
  }
}
