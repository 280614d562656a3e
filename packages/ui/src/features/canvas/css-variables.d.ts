import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The colour of what flows through a port. */
    '--port'?: string
  }
}
