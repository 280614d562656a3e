import { useEffect } from 'react'

const STAYS = 5000

/** A sentence at the pointer: why what was just tried is not possible. */
export function PointerNote({ at, text, onClose }: { at: { x: number; y: number }; text: string; onClose(): void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, STAYS)
    return () => clearTimeout(timer)
  }, [text, onClose])
  const left = Math.min(at.x + 12, window.innerWidth - 332)
  return (
    <div className="cw-pointer-note" role="status" style={{ left: Math.max(8, left), top: at.y + 12 }}>
      {text}
    </div>
  )
}
