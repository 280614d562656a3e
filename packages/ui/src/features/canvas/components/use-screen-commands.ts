import { IconCommand, IconFocus2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { registerScreenCommands } from '../../../state/screen-commands.ts'
import { useCanvas } from '../canvas-context.tsx'
import type { CanvasCommand } from './use-canvas-commands.ts'

/** Offers what the canvas can do, and the nodes on it, in the command palette. */
export function useScreenCommands(commands: readonly CanvasCommand[], jump: (nodeId: string) => void): void {
  const canvas = useCanvas()
  const { t } = useTranslation('canvas')
  useEffect(
    () =>
      registerScreenCommands(
        commands
          .filter((command) => command.id !== 'paste')
          .map(({ id, label, run }) => ({
            id: `canvas-${id}`,
            group: t('canvas.label'),
            label,
            icon: IconCommand,
            run,
          })),
        () =>
          canvas.store
            .getState()
            .history.present.nodes.filter((node) => node.type !== 'stickyNote')
            .map(({ id, data }) => ({
              id: `node-${id}`,
              group: t('command.nodes'),
              label: data.label,
              words: data.name,
              icon: IconFocus2,
              run: () => jump(id),
            })),
      ),
    [commands, canvas, jump, t],
  )
}
