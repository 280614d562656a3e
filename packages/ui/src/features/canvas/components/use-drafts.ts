import { readFlow } from '@chatwright/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { notify } from '../../../state/notifications.ts'
import type { Canvas } from '../model/canvas-store.ts'
import { draftKey, findLostDraft, holdTab } from '../model/draft-key.ts'
import { keepDrafts } from '../model/draft-keeper.ts'
import type { DraftKeeper } from '../model/draft-keeper.ts'
import { openDraftStorage } from '../model/draft-storage.ts'
import type { Draft } from '../model/draft.ts'

export interface DraftOffer {
  draft: Draft
  restore(): void
  discard(): void
}

/** Keeps unsaved edits in this browser and, when some were left behind, offers them. */
export function useDrafts(canvas: Canvas, isOpen: boolean): DraftOffer | undefined {
  const { t } = useTranslation('canvas')
  const storage = useMemo(() => openDraftStorage(), [])
  const keeper = useRef<DraftKeeper>(undefined)
  const [found, setFound] = useState<{ key: string; draft: Draft }>()

  useEffect(() => {
    if (!isOpen) return undefined
    let isGone = false
    const { history, name } = canvas.store.getState()
    const opened = { flow: history.present, name }
    const start = () => {
      if (isGone) return
      keeper.current = keepDrafts({
        canvas,
        storage,
        opened,
        key: () => draftKey(canvas.store.getState().chatflow?.id),
        onFailure: () => notify(t('draft.failed'), { tone: 'warning' }),
      })
    }
    const id = canvas.store.getState().chatflow?.id
    const looking =
      id === undefined
        ? findLostDraft(storage)
        : storage.get(draftKey(id)).then((draft) => (draft ? { key: draftKey(id), draft } : undefined))
    looking
      .then((lost) => {
        if (!isGone) setFound(lost)
      })
      .catch(() => undefined)
      .finally(start)
    const release = holdTab()
    const flush = () => void keeper.current?.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      isGone = true
      release()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      keeper.current?.stop()
      keeper.current = undefined
    }
  }, [canvas, isOpen, storage, t])

  // A flow that got its first id keeps nothing under its tab's name.
  useEffect(
    () =>
      canvas.store.subscribe((state, before) => {
        if (state.chatflow && !before.chatflow) void storage.delete(draftKey(undefined))
      }),
    [canvas, storage],
  )

  if (!found) return undefined
  const { key, draft } = found
  return {
    draft,
    restore: () => {
      const { chatflow, saved, catalogue } = canvas.store.getState()
      const { flow } = readFlow(draft.flow, catalogue.describe)
      // The version the edits were made on: if somebody saved since, saving them finds out.
      const base = chatflow && draft.baseVersion !== undefined ? { ...chatflow, version: draft.baseVersion } : chatflow
      canvas.open({ flow, name: draft.name, chatflow: base, saved })
      setFound(undefined)
      if (key !== draftKey(chatflow?.id)) void storage.delete(key)
    },
    discard: () => {
      setFound(undefined)
      void storage.delete(key)
    },
  }
}
