import { useStore } from '@xyflow/react'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFocusCentered,
  IconLayoutDistributeHorizontal,
  IconListDetails,
  IconMap,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCanvasState } from '../canvas-context.tsx'
import { usePreferences } from './preferences.ts'
import { ProblemsButton } from './problems-button.tsx'
import { shortcutText } from '../../../lib/shortcut-text.ts'
import { ToolButton } from './tool-button.tsx'
import type { CanvasCommand } from './use-canvas-commands.ts'

interface CanvasToolbarProps {
  commands: readonly CanvasCommand[]
  /** Not where a run is looked at: what was wrong then shows in its steps. */
  hasProblems?: boolean
}

/** Bottom centre: undo, redo, zoom, fit, tidy, minimap, and what is wrong. */
export function CanvasToolbar({ commands, hasProblems = true }: CanvasToolbarProps) {
  const { t } = useTranslation('canvas')
  const canUndo = useCanvasState((state) => state.history.past.length > 0)
  const canRedo = useCanvasState((state) => state.history.future.length > 0)
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const { hasMinimap, isDetailed } = usePreferences()
  const button = (id: string) => {
    const command = commands.find((command) => command.id === id)
    const [shortcut] = command?.shortcuts ?? []
    return {
      label: command?.label ?? id,
      ...(shortcut !== undefined && { shortcut: shortcutText(shortcut) }),
      onClick: () => command?.run(),
    }
  }
  return (
    <div className="cw-toolbar" role="toolbar" aria-label={t('toolbar.label')}>
      {isReadOnly ? null : (
        <>
          <ToolButton {...button('undo')} disabled={!canUndo}>
            <IconArrowBackUp size={20} aria-hidden />
          </ToolButton>
          <ToolButton {...button('redo')} disabled={!canRedo}>
            <IconArrowForwardUp size={20} aria-hidden />
          </ToolButton>
        </>
      )}
      <span className="cw-view-tools">
        {isReadOnly ? null : <span className="cw-toolbar-line" />}
        <ToolButton {...button('zoomOut')}>
          <IconMinus size={20} aria-hidden />
        </ToolButton>
        <button
          type="button"
          className="cw-zoom"
          title={button('zoomReset').label}
          onClick={button('zoomReset').onClick}
        >
          <ZoomPercent />
        </button>
        <ToolButton {...button('zoomIn')}>
          <IconPlus size={20} aria-hidden />
        </ToolButton>
        <ToolButton {...button('fit')}>
          <IconFocusCentered size={20} aria-hidden />
        </ToolButton>
        <span className={isReadOnly ? 'cw-toolbar-line cw-only-wide' : 'cw-toolbar-line'} />
        {isReadOnly ? null : (
          <ToolButton {...button('tidy')}>
            <IconLayoutDistributeHorizontal size={20} aria-hidden />
          </ToolButton>
        )}
        {isReadOnly ? null : (
          <ToolButton {...button('details')} aria-pressed={isDetailed} className="cw-only-wide">
            <IconListDetails size={20} aria-hidden />
          </ToolButton>
        )}
        <ToolButton {...button('minimap')} aria-pressed={hasMinimap} className="cw-only-wide">
          <IconMap size={20} aria-hidden />
        </ToolButton>
      </span>
      {hasProblems ? <ProblemsButton /> : null}
    </div>
  )
}

/** Apart from the toolbar, which need not be drawn again for each step of a zoom. */
function ZoomPercent() {
  return `${useStore((state) => Math.round(state.transform[2] * 100))} %`
}
