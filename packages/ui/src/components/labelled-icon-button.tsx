import IconButton from '@mui/material/IconButton'
import type { IconButtonProps } from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'

interface LabelledIconButtonProps extends Omit<IconButtonProps, 'aria-label' | 'children'> {
  label: string
  /** Shown in the tooltip after the label, such as `Ctrl+K`. */
  shortcut?: string
  /** Why it is disabled; a disabled button still says so on hover. */
  disabledReason?: string
  children: ReactNode
}

/** An icon without a word: it has a name, a tooltip and, where there is one, its shortcut. */
export function LabelledIconButton({ label, shortcut, disabledReason, children, ...props }: LabelledIconButtonProps) {
  const hint = props.disabled && disabledReason ? disabledReason : label
  return (
    <Tooltip title={shortcut ? `${hint} (${shortcut})` : hint}>
      <span style={{ display: 'inline-flex' }}>
        <IconButton aria-label={label} {...props}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
