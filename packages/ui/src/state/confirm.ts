import { create } from 'zustand'

export interface ConfirmState {
  show: boolean
  title: string
  description: string
  confirmButtonName: string
  cancelButtonName: string
  /** A filled red button: what follows cannot be undone. */
  isDestructive: boolean
}

export type ConfirmQuestion = Partial<Omit<ConfirmState, 'show'>> & { title: string }

export const confirmDefaults: ConfirmState = {
  show: false,
  title: '',
  description: '',
  confirmButtonName: 'OK',
  cancelButtonName: 'Cancel',
  isDestructive: false,
}

export const useConfirmState = create<ConfirmState>()(() => confirmDefaults)

let answer: ((isConfirmed: boolean) => void) | undefined

/** Asks the person; resolves to whether they confirmed. A second question answers the first with no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  answer?.(false)
  useConfirmState.setState({ ...confirmDefaults, ...question, show: true }, true)
  return new Promise((resolve) => {
    answer = resolve
  })
}

/** Hides the dialog, resets it to its defaults and hands the answer on. */
export function answerConfirm(isConfirmed: boolean): void {
  useConfirmState.setState(confirmDefaults, true)
  answer?.(isConfirmed)
  answer = undefined
}

export function useConfirm(): (question: ConfirmQuestion) => Promise<boolean> {
  return confirm
}
