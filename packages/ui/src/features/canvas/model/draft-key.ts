import { newId } from '../../../lib/new-id.ts'
import type { Draft } from './draft.ts'
import type { DraftStorage } from './draft-storage.ts'

const TAB = 'canvas.tab'
const NEW = 'new:'

/** Where the draft of a flow is kept. A flow that was never saved belongs to its tab. */
export function draftKey(chatflowId: string | undefined): string {
  return chatflowId === undefined ? NEW + tabId() : `flow:${chatflowId}`
}

/** Survives a reload of the tab, and is another one in every other tab. */
function tabId(): string {
  const known = sessionStorage.getItem(TAB)
  if (known !== null) return known
  const id = newId()
  sessionStorage.setItem(TAB, id)
  return id
}

/** While the tab lives, others must not offer its draft as something lost. */
export function holdTab(): () => void {
  if (!('locks' in navigator)) return () => undefined
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(NEW + tabId(), { ifAvailable: true }, () => held)
  return release
}

/** The newest draft of a flow that was never saved and whose tab is gone, this tab's own before all others. */
export async function findLostDraft(storage: DraftStorage): Promise<{ key: string; draft: Draft } | undefined> {
  const own = NEW + tabId()
  const ownDraft = await storage.get(own)
  if (ownDraft) return { key: own, draft: ownDraft }
  const living = await livingTabs()
  const keys = (await storage.keys()).filter((key) => key.startsWith(NEW) && !living.has(key))
  const drafts = await Promise.all(keys.map(async (key) => ({ key, draft: await storage.get(key) })))
  return drafts
    .filter((entry): entry is { key: string; draft: Draft } => entry.draft !== undefined)
    .sort((a, b) => b.draft.keptAt - a.draft.keptAt)[0]
}

async function livingTabs(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held } = await navigator.locks.query()
  return new Set((held ?? []).flatMap((lock) => (lock.name === undefined ? [] : [lock.name])))
}
