import { createContext } from 'react'
import type { ReactNode } from 'react'

/** A prompt of a node, to be tried with other words on recorded runs. */
export interface PromptTrialProps {
  runId: string
  flowId: string
  prompt: {
    nodeId: string
    node: string
    name: string
    input: string
    text: string
    /** What the input holds with other words in the place of these. */
    write(text: string): unknown
  }
  /** The flow on the screen, where it answers otherwise than the saved one. */
  drawing: string | undefined
  /** Takes a value over; published, it is saved too. */
  onApply(value: unknown, how: { isPublished: boolean }): void
  onClose(): void
}

export interface PromptTrialSlot {
  draw(props: PromptTrialProps): ReactNode
  save(): void
}

/** Tries prompts; the application hands it in. Nothing where a flow is only looked at. */
export const PromptTrialContext = createContext<PromptTrialSlot | undefined>(undefined)
