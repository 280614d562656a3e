import type { Icon } from '@tabler/icons-react'
import { create } from 'zustand'

/** Something the open screen can do, offered by the command palette. */
export interface ScreenCommand {
  id: string
  group: string
  label: string
  icon: Icon
  run(): void
}

export const useScreenCommandList = create<{ commands: readonly ScreenCommand[] }>()(() => ({ commands: [] }))

/** Offers a screen's commands for as long as it is open; the returned function takes them back. */
export function registerScreenCommands(commands: readonly ScreenCommand[]): () => void {
  useScreenCommandList.setState({ commands })
  return () => {
    if (useScreenCommandList.getState().commands === commands) useScreenCommandList.setState({ commands: [] })
  }
}
