import { Background, BackgroundVariant } from '@xyflow/react'

import { color } from '../../../theme/tokens.ts'
import { useDistance } from '../node/far.ts'

/** Farther away the dots stand wider: hundreds of thousands of them would be grey, and slow to paint. */
const DOTS = {
  near: { gap: 16, size: 1.5 },
  far: { gap: 32, size: 3 },
  distant: { gap: 128, size: 10 },
} as const

export function CanvasDots() {
  return <Background variant={BackgroundVariant.Dots} color={color.dots} {...DOTS[useDistance()]} />
}
