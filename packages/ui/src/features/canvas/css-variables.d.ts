import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The colour of what flows through a port. */
    '--port'?: string
    /** The size of a label that must stay readable from afar. */
    '--far-label'?: string
  }
}
