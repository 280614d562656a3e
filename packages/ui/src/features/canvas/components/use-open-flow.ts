import { diffFlows, flowKind, readFlow, setEdits } from '@chatwright/core'
import type { Change, Flow, FlowKind } from '@chatwright/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useStore } from 'zustand'

import { readCanvasEdits, readCanvasHandoff } from '../../../lib/canvas-handoff.ts'
import { useCredentialKinds, useNodeCatalogue } from '../../../lib/catalogue.ts'
import { openChatflow, useProposedDraft, useStoredChatflow } from '../api/chatflow.ts'
import { notify } from '../../../state/notifications.ts'
import type { Canvas } from '../model/canvas-store.ts'
import { newAgentFlow } from '../model/new-agent-flow.ts'

const EMPTY: Flow = { nodes: [], edges: [] }

/** Brings the catalogue and the flow onto the canvas: a stored one, one handed over by another screen, or none. */
export function useOpenFlow(canvas: Canvas, id: string | undefined, kind: FlowKind = 'chat') {
  const location = useLocation()
  const nodes = useNodeCatalogue()
  const kinds = useCredentialKinds()
  // After its first save the flow is here already, with edits that were made since.
  const isHere = id !== undefined && canvas.store.getState().chatflow?.id === id
  const stored = useStoredChatflow(isHere ? undefined : id)
  const { t } = useTranslation('canvas')
  const [search] = useSearchParams()
  const draftId = search.get('draft') ?? undefined
  const proposed = useProposedDraft(isHere ? undefined : id, draftId)
  const isComplete = stored.data !== undefined && (draftId === undefined || proposed.data !== undefined)
  const opened = useStore(canvas.store, (state) => state.opened)
  const place = id ?? `new ${location.key}`

  useEffect(() => {
    if (nodes.data) canvas.setCatalogue(nodes.data, kinds.data ?? [])
  }, [canvas, nodes.data, kinds.data])

  useEffect(() => {
    if (opened?.place === place || !nodes.data || (id !== undefined && !isHere && !isComplete)) return
    const draft = proposed.data && { flowData: proposed.data.flowData, words: t('draft.proposed') }
    try {
      if (!isHere) openOnCanvas(canvas, { stored: stored.data, draft, handedOver: location.state, kind })
      canvas.markOpened(place)
    } catch (error) {
      canvas.markUnreadable(place, error)
    }
  }, [canvas, id, isHere, isComplete, opened, place, nodes.data, stored.data, proposed.data, location.state, kind, t])

  return {
    isOpen: opened !== undefined && (opened.place === place || isHere),
    error: opened?.error ?? nodes.error ?? stored.error ?? proposed.error ?? undefined,
    retry: () => {
      canvas.forgetOpened()
      void nodes.refetch()
      if (id !== undefined) void stored.refetch()
      if (draftId !== undefined) void proposed.refetch()
    },
  }
}

interface Opening {
  stored: ReturnType<typeof useStoredChatflow>['data']
  /** What a program proposed for it. */
  draft: { flowData: string; words: string } | undefined
  handedOver: unknown
  /** What a new flow is to be. */
  kind: FlowKind
}

function openOnCanvas(canvas: Canvas, { stored, draft, handedOver, kind }: Opening): void {
  const { describe } = canvas.store.getState().catalogue
  if (stored) {
    const { flow, changes } = isDrawn(stored.flowData)
      ? readFlow(stored.flowData, describe)
      : { flow: EMPTY, changes: [] }
    const own = stored.type === 'AGENTFLOW' ? 'agents' : flowKind(flow)
    canvas.open({ flow, name: stored.name, kind: own, chatflow: openChatflow(stored) })
    reportChanges(canvas, changes.filter(isAboutEdges), true)
    takeEdits(canvas, handedOver)
    if (draft !== undefined) takeDraft(canvas, draft)
    return
  }
  const handoff = readCanvasHandoff(handedOver)
  if (!handoff) {
    canvas.open({ flow: kind === 'agents' ? newAgentFlow(describe) : EMPTY, name: '', kind })
    return
  }
  const { flow, name, changes } = readFlow(handoff.flowData, describe)
  canvas.open({ flow, name: handoff.name ?? name ?? '', saved: { flow: EMPTY, name: '' } })
  reportChanges(canvas, changes, false)
}

/** What a program proposed, as one edit: it shows as unsaved, and undo takes it back. */
function takeDraft(canvas: Canvas, { flowData, words }: { flowData: string; words: string }): void {
  const { catalogue, history } = canvas.store.getState()
  const { flow } = readFlow(flowData, catalogue.describe)
  canvas.run(diffFlows(history.present, flow, catalogue))
  notify(words, { tone: 'warning', persist: true })
}

/** Inputs that were tried elsewhere, as one edit: it shows as unsaved, and undo takes it back. */
function takeEdits(canvas: Canvas, handedOver: unknown): void {
  const edits = Object.entries(readCanvasEdits(handedOver)?.nodeInputs ?? {}).flatMap(([nodeId, values]) =>
    setEdits(nodeId, values),
  )
  if (edits.length === 0) return
  canvas.run(edits)
  // Once: whoever comes back to this page by reloading it finds the draft that was kept.
  window.history.replaceState({ ...(window.history.state as object | null), usr: null }, '')
}

/** What connects the nodes of a stored flow is never changed in silence; the rest shows on the nodes themselves. */
function isAboutEdges({ kind }: Change): boolean {
  return kind === 'rewired-edge' || kind === 'removed-edge' || kind === 'opened-branches'
}

function reportChanges(canvas: Canvas, changes: readonly Change[], isStored: boolean): void {
  if (changes.length === 0) return
  canvas.openDialog({ kind: 'import-report', messages: changes.map((change) => change.message), isStored })
}

/** A flow that was never drawn is stored as nothing or as `{}`. */
function isDrawn(flowData: string): boolean {
  const text = flowData.trim()
  return text !== '' && text !== '{}'
}
