import { Component } from 'react'
import type { ReactNode } from 'react'

interface PartBoundaryProps {
  failed: (error: unknown, onRetry: () => void) => ReactNode
  children: ReactNode
}

/** Keeps what breaks inside a part from taking the page with it; Retry draws the part again. */
export class PartBoundary extends Component<PartBoundaryProps, { failure: { error: unknown } | undefined }> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.failed(failure.error, () => this.setState({ failure: undefined }))
  }
}
