import { IconCommand } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { registerScreenCommands } from '../../../state/screen-commands.ts'
import type { CanvasCommand } from './use-canvas-commands.ts'

/** Offers what the canvas can do in the command palette. */
export function useScreenCommands(commands: readonly CanvasCommand[]): void {
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
      ),
    [commands, t],
  )
}
