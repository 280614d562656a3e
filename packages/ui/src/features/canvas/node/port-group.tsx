import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import type { PortGroup } from '../model/port-groups.ts'
import { portColor } from './port-color.ts'
import type { PortProps } from './port-handle.tsx'

interface PortGroupTargetProps {
  group: PortGroup
  ports: readonly PortProps[]
  /** The node's name. */
  label: string
}

/**
 * Ports that lie closer together on the glass than one can aim: they are one target, which asks for which of them. With
 * the keyboard each port is still reached by itself.
 */
export function PortGroupTarget({ group, ports, label }: PortGroupTargetProps) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const { side, top, height, isWholeSide, isTight } = group
  const name = t(side === 'input' ? 'port.inputs' : 'port.outputs', { label })
  const close = () => setAnchor(undefined)
  return (
    <>
      <button
        type="button"
        className={`cw-ports is-${side}${isWholeSide ? ' is-side' : ''}${isTight ? ' is-tight' : ''} nodrag nopan`}
        style={{ top, height }}
        tabIndex={-1}
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      />
      {anchor ? (
        <Menu
          open
          anchorEl={anchor}
          onClose={close}
          className="nodrag nopan"
          slotProps={{ list: { 'aria-label': name } }}
        >
          {ports.map(({ nodeId, handleId, kind, label: port, isConnected }) => (
            <MenuItem
              key={handleId}
              onClick={() => {
                close()
                canvas.openDialog({ kind: 'connect', end: { nodeId, handleId, side } })
              }}
            >
              <span
                className={`cw-ports-dot${isConnected ? ' is-connected' : ''}`}
                style={{ '--port': portColor[kind] }}
                aria-hidden
              />
              {isConnected ? t('port.taken', { label: port }) : port}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  )
}
