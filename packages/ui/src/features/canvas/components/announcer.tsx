import { useCanvasState } from '../canvas-context.tsx'

/** Says what happened to who cannot see it. */
export function Announcer() {
  const { text, count } = useCanvasState((state) => state.announcement)
  return (
    <div className="cw-hidden" role="status" aria-live="polite">
      {/* The key makes a sentence that is said twice a new one. */}
      <span key={count}>{text}</span>
    </div>
  )
}
