import type { Icon } from '@tabler/icons-react'
import { create } from 'zustand'

/** Something the open screen can do, offered by the command palette. */
export interface ScreenCommand {
  id: string
  group: string
  label: string
  icon: Icon
  /** Other words for it. */
  words?: string
  run(): void
}

interface ScreenCommands {
  commands: readonly ScreenCommand[]
  /** What is on the screen and can be gone to; read when somebody asks, for it changes with every edit. */
  places(): readonly ScreenCommand[]
}

const NONE: ScreenCommands = { commands: [], places: () => [] }

export const useScreenCommandList = create<ScreenCommands>()(() => NONE)

/** Offers a screen's commands for as long as it is open; the returned function takes them back. */
export function registerScreenCommands(
  commands: readonly ScreenCommand[],
  places: ScreenCommands['places'] = NONE.places,
): () => void {
  useScreenCommandList.setState({ commands, places })
  return () => {
    if (useScreenCommandList.getState().commands === commands) useScreenCommandList.setState(NONE)
  }
}
