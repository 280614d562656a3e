import { create } from 'zustand'

import { pickFiles } from '../lib/files.ts'

/** Files with whole exports, whose flows are being brought in; none while nothing is. */
export const useBroughtFiles = create<{ files: readonly File[] }>()(() => ({ files: [] }))

export function bringFiles(files: readonly File[]): void {
  useBroughtFiles.setState({ files })
}

/** Lets a person choose exported flows, or a whole export, and shows what becomes of them. */
export async function pickFlowsToBring(): Promise<void> {
  const files = await pickFiles({ accept: '.json', multiple: true })
  if (files.length > 0) bringFiles(files)
}
