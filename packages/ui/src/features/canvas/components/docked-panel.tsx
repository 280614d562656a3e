import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const NARROWEST = 360
const WIDEST = 640

interface DockedPanelProps {
  width: number
  label: string
  onResize(width: number): void
  children: ReactNode
}

/** Stands at the right of the flow and pushes it; its edge can be dragged, or moved with the arrows. */
export function DockedPanel({ width, label, onResize, children }: DockedPanelProps) {
  const { t } = useTranslation('canvas')
  const resize = (wanted: number) => onResize(Math.max(NARROWEST, Math.min(WIDEST, Math.round(wanted))))
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(window.innerWidth - event.clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 16, ArrowRight: -16 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    resize(width + step)
  }
  return (
    <aside className="cw-docked" style={{ width }} aria-label={label}>
      {/* A separator with a value is a control: it takes the focus and the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div
        className="cw-docked-edge"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('panel.resize')}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
      />
      {children}
    </aside>
  )
}
