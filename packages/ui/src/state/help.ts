import { create } from 'zustand'

/** Which guide is open; nothing while help is closed. */
export const useHelp = create<{ guide: string | undefined }>()(() => ({ guide: undefined }))

/** Opens help at a guide, named as its file in `docs/`. */
export function openHelp(guide = 'quickstart'): void {
  useHelp.setState({ guide })
}

export function closeHelp(): void {
  useHelp.setState({ guide: undefined })
}
