import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import ListItemIcon from '@mui/material/ListItemIcon'
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import { ToolButton } from './tool-button.tsx'

const ICONS = {
  left: IconLayoutAlignLeft,
  center: IconLayoutAlignCenter,
  right: IconLayoutAlignRight,
  top: IconLayoutAlignTop,
  middle: IconLayoutAlignMiddle,
  bottom: IconLayoutAlignBottom,
} as const

const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const

/** Puts the selected nodes in one line. */
export function AlignButton() {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <ToolButton label={t('toolbar.align')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <IconLayoutAlignLeft size={20} aria-hidden />
      </ToolButton>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {ALIGNMENTS.map((alignment) => {
          const Icon = ICONS[alignment]
          return (
            <MenuItem
              key={alignment}
              onClick={() => {
                setAnchor(undefined)
                canvas.align(alignment)
              }}
            >
              <ListItemIcon>
                <Icon size={20} aria-hidden />
              </ListItemIcon>
              {t(`command.align-${alignment}`)}
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
