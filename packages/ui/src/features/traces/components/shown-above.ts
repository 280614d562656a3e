import { createContext, use } from 'react'

/** What the head of a run's page says already: it is not said again at each step. */
export interface ShownAbove {
  answer: string | undefined
  fault: string | undefined
}

export const ShownAboveContext = createContext<ShownAbove>({ answer: undefined, fault: undefined })

export function useShownAbove() {
  const { answer, fault } = use(ShownAboveContext)
  return {
    isAnswer: (text: string | undefined) => text !== undefined && text.trim() !== '' && text.trim() === answer?.trim(),
    isFault: (message: string) => message === fault,
  }
}
