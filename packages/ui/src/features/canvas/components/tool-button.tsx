import type { ComponentProps } from 'react'

interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'type'> {
  label: string
  /** Shown in the tooltip after the label, such as `Ctrl+K`. */
  shortcut?: string
}

/** An icon without a word, with its name and shortcut in a tooltip. All style: a dozen of them stand on each canvas. */
export function ToolButton({ label, shortcut, className, ...props }: ToolButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={className === undefined ? 'cw-tool' : `cw-tool ${className}`}
      aria-label={label}
      data-tip={shortcut === undefined ? label : `${label} (${shortcut})`}
    />
  )
}
