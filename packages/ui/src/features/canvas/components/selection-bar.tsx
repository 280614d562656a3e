import { IconClipboardCopy, IconCopy, IconFocusCentered, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { shortcutText } from '../../../lib/shortcut-text.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { AlignButton } from './align-button.tsx'
import { ToolButton } from './tool-button.tsx'
import type { CanvasCommand } from './use-canvas-commands.ts'

const ICONS = {
  duplicate: IconCopy,
  copy: IconClipboardCopy,
  zoomToSelection: IconFocusCentered,
  delete: IconTrash,
} as const

/** What can be done with several nodes at once, while several are selected. */
export function SelectionBar({ commands }: { commands: readonly CanvasCommand[] }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const count = useCanvasState((state) => (state.isReadOnly ? 0 : state.selection.nodes.size))
  if (count < 2) return null
  const tool = (id: keyof typeof ICONS) => {
    const command = commands.find((each) => each.id === id)
    const Icon = ICONS[id]
    const [shortcut] = command?.shortcuts ?? []
    return (
      <ToolButton
        label={command?.label ?? id}
        {...(shortcut !== undefined && { shortcut: shortcutText(shortcut) })}
        onClick={() => command?.run()}
      >
        <Icon size={20} aria-hidden />
      </ToolButton>
    )
  }
  return (
    <div className="cw-toolbar cw-selection-bar" role="toolbar" aria-label={t('selection.label')}>
      <span className="cw-selection-count">{t('selection.count', { count })}</span>
      <span className="cw-toolbar-line" />
      {tool('duplicate')}
      {tool('copy')}
      <AlignButton />
      {tool('zoomToSelection')}
      {tool('delete')}
      <span className="cw-toolbar-line" />
      <ToolButton label={t('selection.none')} shortcut="Esc" onClick={canvas.selectNothing}>
        <IconX size={20} aria-hidden />
      </ToolButton>
    </div>
  )
}
