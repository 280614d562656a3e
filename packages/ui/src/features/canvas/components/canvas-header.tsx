import Button from '@mui/material/Button'
import {
  IconArrowLeft,
  IconBroadcast,
  IconCode,
  IconDeviceFloppy,
  IconMessageCircle,
  IconPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { DEFAULT_PATH } from '../../../lib/product.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { canvasKind } from '../model/canvas-state.ts'
import { LoadDocumentsButton } from './load-documents-button.tsx'
import { LiveWord } from './live-word.tsx'
import { SaveWord } from './save-word.tsx'
import { shortcutText } from '../../../lib/shortcut-text.ts'
import { ToolButton } from './tool-button.tsx'

interface CanvasHeaderProps {
  onSave(): void
  onShare?: (() => void) | undefined
  /** The pointer or the focus is on the way to share it. */
  onShareNear?: (() => void) | undefined
  onTogglePalette(): void
  isPaletteOpen: boolean
  chat?: { isOpen: boolean; onToggle(): void } | undefined
  menu: ReactNode
}

/** Back, name and state at the left; what one does with the flow at the right. */
export function CanvasHeader({
  onSave,
  onShare,
  onShareNear,
  onTogglePalette,
  isPaletteOpen,
  chat,
  menu,
}: CanvasHeaderProps) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const canvas = useCanvas()
  const isPhone = useIsPhone()
  const name = useCanvasState((state) => state.name)
  const isAgents = useCanvasState((state) => canvasKind(state) === 'agents')
  const isStored = useCanvasState((state) => state.chatflow !== undefined)
  const isBehind = useCanvasState(({ chatflow }) => chatflow !== undefined && chatflow.liveVersion !== chatflow.version)
  const isSaving = useCanvasState((state) => state.save.status === 'saving')
  return (
    <header className="cw-header">
      <ToolButton label={t('header.back')} onClick={() => void navigate(DEFAULT_PATH)}>
        <IconArrowLeft size={20} aria-hidden />
      </ToolButton>
      <div className="cw-header-title">
        <h1>
          <button
            type="button"
            className="cw-flow-name"
            title={t('header.rename')}
            onClick={() => canvas.openDialog({ kind: 'name', purpose: 'rename' })}
          >
            {name || t(isAgents ? 'header.untitledAgents' : 'header.untitled')}
          </button>
        </h1>
        <div className="cw-header-words">
          <SaveWord />
          <LiveWord />
        </div>
      </div>
      {isPhone ? <LoadDocumentsButton /> : null}
      {isPhone && onShare ? (
        <ToolButton label={t('header.share')} disabled={!isStored} onClick={onShare}>
          <IconCode size={20} aria-hidden />
        </ToolButton>
      ) : null}
      {isPhone ? null : (
        <>
          <Button
            data-tour="add"
            startIcon={<IconPlus size={20} aria-hidden />}
            aria-pressed={isPaletteOpen}
            onClick={onTogglePalette}
          >
            {t('header.addNodes')}
          </Button>
          <LoadDocumentsButton />
          {onShare ? (
            <Button
              startIcon={<IconCode size={20} aria-hidden />}
              disabled={!isStored}
              title={isStored ? undefined : t('header.saveFirst')}
              onClick={onShare}
              onPointerEnter={onShareNear}
              onFocus={onShareNear}
            >
              {t('header.share')}
            </Button>
          ) : null}
          {chat ? (
            <Button
              data-tour="chat"
              startIcon={<IconMessageCircle size={20} aria-hidden />}
              aria-pressed={chat.isOpen}
              onClick={chat.onToggle}
            >
              {t('header.chat')}
            </Button>
          ) : null}
          {isBehind ? (
            <Button
              variant="outlined"
              startIcon={<IconBroadcast size={20} aria-hidden />}
              onClick={() => canvas.openDialog({ kind: 'history', againstLive: true })}
            >
              {t('live.publish')}
            </Button>
          ) : null}
          <Button
            data-tour="save"
            variant="contained"
            startIcon={<IconDeviceFloppy size={20} aria-hidden />}
            loading={isSaving}
            loadingPosition="start"
            title={shortcutText('mod+s')}
            onClick={onSave}
          >
            {common('action.save')}
          </Button>
        </>
      )}
      {menu}
    </header>
  )
}
