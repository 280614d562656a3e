import { stripForSave } from '@chatwright/core'
import type { Describe, Flow } from '@chatwright/core'

import { canvasKind } from './canvas-state.ts'
import type { OpenChatflow } from './canvas-state.ts'
import type { Canvas } from './canvas-store.ts'
import { unkeptFields } from './forget-unkept.ts'

/** What saving needs of the server. */
export interface ChatflowGateway {
  create(chatflow: { name: string; flowData: string; type?: 'AGENTFLOW' }): Promise<OpenChatflow>
  update(id: string, changes: { name: string; flowData: string; version?: number }): Promise<OpenChatflow>
}

export interface SaveFailure {
  kind: 'unreachable' | 'changed' | 'failed'
  message: string
  /** The version the server has, when somebody else saved it. */
  version?: number
}

export interface SaverOptions {
  canvas: Canvas
  gateway: ChatflowGateway
  explain(error: unknown): SaveFailure
  /** Says what was typed and saving did not keep. */
  tellUnkept(fields: ReturnType<typeof unkeptFields>): void
  /** Lets a test decide when a retry is due. */
  schedule?: (act: () => void, delay: number) => () => void
}

export interface Saver {
  /** Resolves to whether the server has the flow now. */
  save(options?: { isOverwrite?: boolean }): Promise<boolean>
  /** Tries again at once, when saving waits for the server to come back. */
  retryNow(): void
  stop(): void
}

const FIRST_RETRY = 2000
const LONGEST_RETRY = 15_000

/** Sends the flow to the server; when the server is away, keeps trying until it is back. */
export function createSaver({ canvas, gateway, explain, tellUnkept, schedule = scheduleTimeout }: SaverOptions): Saver {
  let inFlight: Promise<boolean> | undefined
  let cancelRetry: () => void = () => undefined

  const send = async (isOverwrite: boolean): Promise<boolean> => {
    cancelRetry()
    canvas.saveEvent({ type: 'started' })
    const state = canvas.store.getState()
    const { history, name, chatflow, viewport, catalogue } = state
    const sent = { flow: history.present, name }
    const flowData = serializeFlow(sent.flow, { viewport, describe: catalogue.describe })
    try {
      const stored = chatflow
        ? await gateway.update(chatflow.id, { name, flowData, ...(!isOverwrite && { version: chatflow.version }) })
        : await gateway.create({ name, flowData, ...storedType(state) })
      canvas.markSaved(stored, sent)
      const unkept = unkeptFields(sent.flow, catalogue.describe)
      if (unkept.length > 0) tellUnkept(unkept)
      return true
    } catch (error) {
      const failure = explain(error)
      if (failure.kind === 'unreachable') {
        canvas.saveEvent({ type: 'unreachable' })
        retryLater()
      } else if (failure.kind === 'changed') {
        canvas.saveEvent({ type: 'refused', version: failure.version ?? 0 })
      } else {
        canvas.saveEvent({ type: 'failed', message: failure.message })
      }
      return false
    }
  }

  const retryLater = () => {
    const { save } = canvas.store.getState()
    const attempts = save.status === 'offline' ? save.attempts : 1
    cancelRetry = schedule(() => void saver.save(), Math.min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY))
  }

  const saver: Saver = {
    save: ({ isOverwrite = false } = {}) => {
      // Two saves at once would both build on the same version, and the second would be refused.
      const before = inFlight ?? Promise.resolve(true)
      const next: Promise<boolean> = before
        .then(() => send(isOverwrite))
        .finally(() => {
          if (inFlight === next) inFlight = undefined
        })
      inFlight = next
      return next
    },
    retryNow: () => {
      if (canvas.store.getState().save.status === 'offline') void saver.save()
    },
    stop: () => cancelRetry(),
  }
  return saver
}

/** How the server tells flows of agents from chat flows. */
export function storedType(state: Parameters<typeof canvasKind>[0]): { type?: 'AGENTFLOW' } {
  return canvasKind(state) === 'agents' ? { type: 'AGENTFLOW' } : {}
}

/** The flow as it is stored: nothing selected, no typed secret, and where the person looked. */
export function serializeFlow(
  flow: Flow,
  { viewport, describe }: { viewport: Flow['viewport']; describe: Describe },
): string {
  const { viewport: before = { x: 0, y: 0, zoom: 1 } } = flow
  return JSON.stringify(stripForSave({ ...flow, viewport: viewport ?? before }, describe))
}

function scheduleTimeout(act: () => void, delay: number): () => void {
  const timer = setTimeout(act, delay)
  return () => clearTimeout(timer)
}
