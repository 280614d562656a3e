import { create } from 'zustand'

/** Files with whole exports, whose flows are being brought in; none while nothing is. */
export const useBroughtFiles = create<{ files: readonly File[] }>()(() => ({ files: [] }))

export function bringFiles(files: readonly File[]): void {
  useBroughtFiles.setState({ files })
}
