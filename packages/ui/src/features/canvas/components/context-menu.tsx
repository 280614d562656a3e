import type { FlowEdge, Position } from '@chatwright/core'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { NodeMenu } from '../node/node-menu.tsx'

/** What was clicked with the right button, and where on the glass. */
export type ContextTarget = { at: { left: number; top: number } } & (
  | { kind: 'node'; id: string }
  | { kind: 'edge'; edge: FlowEdge }
  | { kind: 'pane'; place: Position }
)

/** What can be done with what lies under the pointer. */
export function ContextMenu({ target, onClose }: { target: ContextTarget; onClose(): void }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const node = useCanvasState(({ history }) =>
    target.kind === 'node' ? history.present.nodes.find(({ id }) => id === target.id) : undefined,
  )
  if (target.kind === 'node') return node ? <NodeMenu node={node} anchor={target.at} onClose={onClose} /> : null
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Menu open anchorReference="anchorPosition" anchorPosition={target.at} onClose={onClose} className="nodrag nopan">
      {target.kind === 'edge'
        ? [
            <MenuItem key="insert" onClick={act(() => canvas.openPalette({ kind: 'insert', edge: target.edge }))}>
              {t('edge.insert')}
            </MenuItem>,
            <MenuItem
              key="remove"
              sx={{ color: color.error }}
              onClick={act(() => void canvas.removeEdge(target.edge.id))}
            >
              {t('edge.remove')}
            </MenuItem>,
          ]
        : [
            <MenuItem key="add" onClick={act(() => canvas.openPalette({ kind: 'add', at: target.place }))}>
              {t('command.addNode')}
            </MenuItem>,
            <MenuItem key="all" onClick={act(canvas.selectAll)}>
              {t('command.selectAll')}
            </MenuItem>,
            <MenuItem key="find" onClick={act(() => canvas.openDialog({ kind: 'find' }))}>
              {t('command.find')}
            </MenuItem>,
          ]}
    </Menu>
  )
}
