import { canBecomeAgentFlow } from '@chatwright/core'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  IconCheck,
  IconCopy,
  IconDotsVertical,
  IconFileExport,
  IconFileImport,
  IconGitCompare,
  IconGridDots,
  IconHistory,
  IconKeyboard,
  IconPencil,
  IconSearch,
  IconTransform,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { color } from '../../../theme/tokens.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { setPreference, usePreferences } from './preferences.ts'
import { shortcutText } from '../../../lib/shortcut-text.ts'
import type { useFileActions } from './use-file-actions.ts'
import { ToolButton } from './tool-button.tsx'

export function SettingsMenu({ file }: { file: ReturnType<typeof useFileActions> }) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const canvas = useCanvas()
  const navigate = useNavigate()
  const flowId = useCanvasState((state) => state.chatflow?.id)
  const isStored = flowId !== undefined
  const canConvert = useCanvasState((state) => canBecomeAgentFlow(state.history.present))
  const { isSnapping } = usePreferences()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
  const act = (run: () => unknown) => () => {
    close()
    run()
  }
  return (
    <>
      <ToolButton label={t('header.menu')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <IconDotsVertical size={20} aria-hidden />
      </ToolButton>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={close}>
        <MenuItem onClick={act(file.rename)}>
          <Icon of={IconPencil} />
          {common('action.rename')}
        </MenuItem>
        <MenuItem onClick={act(file.duplicate)}>
          <Icon of={IconCopy} />
          {common('action.duplicate')}
        </MenuItem>
        {canConvert ? (
          <MenuItem onClick={act(file.convert)}>
            <Icon of={IconTransform} />
            {t('command.convert')}
          </MenuItem>
        ) : null}
        <MenuItem onClick={act(file.load)}>
          <Icon of={IconFileImport} />
          {t('command.load')}
        </MenuItem>
        <MenuItem onClick={act(file.export)}>
          <Icon of={IconFileExport} />
          {common('action.export')}
        </MenuItem>
        {flowId === undefined
          ? null
          : [
              <MenuItem key="history" onClick={act(() => canvas.openDialog({ kind: 'history' }))}>
                <Icon of={IconHistory} />
                {t('command.history')}
              </MenuItem>,
              <MenuItem key="compare" onClick={act(() => void navigate(`/comparisons?flow=${flowId}`))}>
                <Icon of={IconGitCompare} />
                {t('command.compare')}
              </MenuItem>,
            ]}
        <Divider />
        <MenuItem onClick={act(() => canvas.openDialog({ kind: 'find' }))}>
          <Icon of={IconSearch} />
          {t('command.find')}
          <span className="cw-menu-key">{shortcutText('mod+f')}</span>
        </MenuItem>
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={isSnapping}
          onClick={act(() => setPreference({ isSnapping: !isSnapping }))}
        >
          <Icon of={IconGridDots} />
          {t('header.snap')}
          {isSnapping ? <IconCheck size={16} className="cw-menu-mark" aria-hidden /> : null}
        </MenuItem>
        <MenuItem onClick={act(() => canvas.openDialog({ kind: 'shortcuts' }))}>
          <Icon of={IconKeyboard} />
          {t('command.shortcuts')}
          <span className="cw-menu-key">?</span>
        </MenuItem>
        {isStored ? <Divider /> : null}
        {isStored ? (
          <MenuItem sx={{ color: color.error }} onClick={act(file.remove)}>
            <ListItemIcon sx={{ color: 'inherit' }}>
              <IconTrash size={20} aria-hidden />
            </ListItemIcon>
            {common('action.delete')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  )
}

function Icon({ of: Shape }: { of: typeof IconCopy }) {
  return (
    <ListItemIcon>
      <Shape size={20} aria-hidden />
    </ListItemIcon>
  )
}
