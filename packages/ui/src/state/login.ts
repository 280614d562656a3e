import { create } from 'zustand'

interface LoginState {
  isAsked: boolean
  ask: () => void
  close: () => void
}

/** Whether the person must sign in; set by the first call the server answers with 401. */
export const useLogin = create<LoginState>()((set) => ({
  isAsked: false,
  ask: () => set({ isAsked: true }),
  close: () => set({ isAsked: false }),
}))
