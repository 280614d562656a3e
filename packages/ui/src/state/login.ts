import { create } from 'zustand'

interface LoginState {
  isAsked: boolean
  /** Somebody who asked for it can go back; whoever the server sent here cannot. */
  canLeave: boolean
  ask: () => void
  offer: () => void
  close: () => void
}

/** Whether the person must sign in; set by the first call the server answers with 401. */
export const useLogin = create<LoginState>()((set) => ({
  isAsked: false,
  canLeave: false,
  ask: () => set({ isAsked: true, canLeave: false }),
  offer: () => set({ isAsked: true, canLeave: true }),
  close: () => set({ isAsked: false }),
}))
