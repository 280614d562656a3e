import { create } from 'zustand'

interface LoginState {
  isAsked: boolean
  /** A username and password were sent and refused. */
  wasRefused: boolean
  ask: () => void
  close: () => void
}

/** Whether the person must sign in; set by the first call the server answers with 401. */
export const useLogin = create<LoginState>()((set) => ({
  isAsked: false,
  wasRefused: false,
  ask: () => set({ isAsked: true, wasRefused: localStorage.getItem('password') !== null }),
  close: () => set({ isAsked: false, wasRefused: false }),
}))
