import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { NotFound } from '../../components/not-found.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { CanvasProvider } from './canvas-context.tsx'
import { canvasHandedOver, endHandover } from './components/handover.ts'
import { CanvasSkeleton } from './components/canvas-skeleton.tsx'
import { useDrafts } from './components/use-drafts.ts'
import { useOpenFlow } from './components/use-open-flow.ts'
import { Workbench } from './components/workbench.tsx'
import type { CanvasSlots } from './components/workbench.tsx'
import { createCanvas } from './model/canvas-store.ts'
import type { Canvas } from './model/canvas-store.ts'

/** `/canvas` and `/canvas/:id`: draw a flow; `/agentcanvas` begins a flow of agents. */
export default function CanvasScreen(slots: CanvasSlots) {
  const { id } = useParams()
  const canvas = useCanvasFor(id)
  const isAgents = useLocation().pathname.includes('agentcanvas')
  const { isOpen, error, retry } = useOpenFlow(canvas, id, isAgents ? 'agents' : 'chat')
  const draft = useDrafts(canvas, isOpen)
  useTitle(canvas)
  const { t } = useTranslation('canvas')
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound address={id ?? ''} title={t('notFound.title')} text={t('notFound.text')} />
  }
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />
  if (!isOpen) return <CanvasSkeleton />
  return (
    <CanvasProvider canvas={canvas}>
      <Workbench slots={slots} draft={draft} />
    </CanvasProvider>
  )
}

function useCanvasFor(id: string | undefined): Canvas {
  const [session, setSession] = useState(() => ({ id, canvas: canvasHandedOver(id) ?? createCanvas() }))
  let { canvas } = session
  if (session.id !== id) {
    // The first save gives the flow an id and an address: the same canvas goes on there.
    const isStill = id !== undefined && canvas.store.getState().chatflow?.id === id
    canvas = isStill ? canvas : (canvasHandedOver(id) ?? createCanvas())
    setSession({ id, canvas })
  }
  useEffect(() => endHandover(canvas), [canvas])
  return canvas
}

function useTitle(canvas: Canvas): void {
  useEffect(() => {
    const before = document.title
    const show = () => {
      const { name, isDirty } = canvas.store.getState()
      document.title = `${isDirty ? '• ' : ''}${name || 'Canvas'} · Chatwright`
    }
    show()
    const unsubscribe = canvas.store.subscribe((state, last) => {
      if (state.name !== last.name || state.isDirty !== last.isDirty) show()
    })
    return () => {
      unsubscribe()
      document.title = before
    }
  }, [canvas])
}
