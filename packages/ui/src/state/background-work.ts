import { create } from 'zustand'

interface BackgroundWork {
  isOpen: boolean
  /** Jobs that somebody in this tab turned away from while they ran: their end is told. */
  awaited: ReadonlySet<string>
}

export const useBackgroundWork = create<BackgroundWork>()(() => ({ isOpen: false, awaited: new Set() }))

export function openBackgroundWork(): void {
  useBackgroundWork.setState({ isOpen: true })
}

export function closeBackgroundWork(): void {
  useBackgroundWork.setState({ isOpen: false })
}

export function awaitJob(id: string): void {
  useBackgroundWork.setState(({ awaited }) => ({ awaited: new Set([...awaited, id]) }))
}

export function forgetJob(id: string): void {
  useBackgroundWork.setState(({ awaited }) => ({ awaited: new Set([...awaited].filter((other) => other !== id)) }))
}
