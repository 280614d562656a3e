import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import { createActions } from './canvas-actions.ts'
import type { CanvasActions } from './canvas-actions.ts'
import { initialState } from './canvas-state.ts'
import type { CanvasState } from './canvas-state.ts'

/** The open flow: one store, and everything that may happen to it. */
export interface Canvas extends CanvasActions {
  store: StoreApi<CanvasState>
}

export function createCanvas(initial: Partial<CanvasState> = {}): Canvas {
  const store = createStore<CanvasState>()(() => ({ ...initialState(), ...initial }))
  return { store, ...createActions(store) }
}
