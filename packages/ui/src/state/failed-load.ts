import { create } from 'zustand'

import { readChunkError } from '../lib/chunk-error.ts'

interface FailedLoad {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** A load that failed and has no place on the page to say so: an action's program, a language. */
export const useFailedLoad = create<{ failed: FailedLoad | undefined }>()(() => ({ failed: undefined }))

export function forgetFailedLoad(): void {
  useFailedLoad.setState({ failed: undefined })
}

/** Does what needs a part that arrives with its first use; when it does not arrive, offers to do it again. */
export async function doOrOffer(act: () => Promise<void>): Promise<void> {
  try {
    await act()
    forgetFailedLoad()
  } catch (error) {
    if (!readChunkError(error)) throw error
    offerAgain(error, act)
  }
}

/** Shows a load that failed, with Retry, which does what was wanted again. */
export function offerAgain(error: unknown, act: () => Promise<void>): void {
  console.error(error)
  const onRetry = () => {
    useFailedLoad.setState(({ failed }) => ({ failed: failed && { ...failed, isRetrying: true } }))
    void doOrOffer(act)
  }
  useFailedLoad.setState({ failed: { error, onRetry, isRetrying: false } })
}
