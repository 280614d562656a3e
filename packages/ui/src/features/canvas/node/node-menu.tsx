import type { FlowNode } from '@chatwright/core'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  IconAdjustments,
  IconClipboardCopy,
  IconCopy,
  IconInfoCircle,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'
import { useCanvas } from '../canvas-context.tsx'
import { copySelection } from '../components/copy-selection.ts'

interface NodeMenuProps {
  node: FlowNode
  /** The button that opens it, or a place on the glass. */
  anchor: HTMLElement | { left: number; top: number }
  onClose(): void
}

export function NodeMenu({ node, anchor, onClose }: NodeMenuProps) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const canvas = useCanvas()
  const isNote = node.type === 'stickyNote'
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  const selectThis = () => canvas.select({ nodes: new Set([node.id]), edges: new Set() })
  return (
    <Menu open {...anchorOf(anchor)} onClose={onClose} className="nodrag nopan">
      {isNote
        ? null
        : [
            <MenuItem key="edit" onClick={act(() => canvas.openDialog({ kind: 'form', nodeId: node.id }))}>
              <ListItemIcon>
                <IconAdjustments size={20} aria-hidden />
              </ListItemIcon>
              {t('node.edit')}
            </MenuItem>,
            <MenuItem key="rename" onClick={act(() => canvas.openDialog({ kind: 'rename-node', nodeId: node.id }))}>
              <ListItemIcon>
                <IconPencil size={20} aria-hidden />
              </ListItemIcon>
              {common('action.rename')}
            </MenuItem>,
            <MenuItem key="info" onClick={act(() => canvas.openDialog({ kind: 'info', nodeId: node.id }))}>
              <ListItemIcon>
                <IconInfoCircle size={20} aria-hidden />
              </ListItemIcon>
              {t('node.info')}
            </MenuItem>,
          ]}
      <MenuItem onClick={act(() => canvas.duplicate(node.id))}>
        <ListItemIcon>
          <IconCopy size={20} aria-hidden />
        </ListItemIcon>
        {common('action.duplicate')}
      </MenuItem>
      <MenuItem
        onClick={act(() => {
          selectThis()
          void copySelection(canvas)
        })}
      >
        <ListItemIcon>
          <IconClipboardCopy size={20} aria-hidden />
        </ListItemIcon>
        {t('command.copy')}
      </MenuItem>
      <Divider />
      <MenuItem sx={{ color: color.error }} onClick={act(() => canvas.removeNode(node.id))}>
        <ListItemIcon sx={{ color: 'inherit' }}>
          <IconTrash size={20} aria-hidden />
        </ListItemIcon>
        {common('action.delete')}
      </MenuItem>
    </Menu>
  )
}

function anchorOf(anchor: NodeMenuProps['anchor']) {
  return anchor instanceof HTMLElement
    ? { anchorEl: anchor }
    : { anchorReference: 'anchorPosition' as const, anchorPosition: anchor }
}
