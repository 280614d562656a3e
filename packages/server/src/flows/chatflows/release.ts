import { isHeld } from '../flows/publishing.ts'
import type { ChatflowStore } from './chatflow-store.ts'

/** Lets the newest version answer where nothing but the gate kept it from that, and none was saved since. */
export function createRelease(store: Pick<ChatflowStore, 'change'>) {
  return async (id: string, version: number): Promise<void> => {
    await store.change(id, (current) => ({
      columns: {
        live_version: current.version === version && isHeld(current) ? null : current.live_version,
      },
    }))
  }
}
