import { create } from 'zustand'

const NOTE = 'database.loaded'

interface LoadedDatabaseState {
  /** Whether a file was loaded in this tab and nobody has looked at the keys it brought. */
  isNew: boolean
  see: () => void
}

/** Outlives the reload after a file was loaded. */
export const useLoadedDatabase = create<LoadedDatabaseState>()((set) => ({
  isNew: sessionStorage.getItem(NOTE) !== null,
  see: () => {
    sessionStorage.removeItem(NOTE)
    set({ isNew: false })
  },
}))

export function noteLoadedDatabase(): void {
  sessionStorage.setItem(NOTE, 'yes')
}
