import type { ReactNode } from 'react'
import { create } from 'zustand'

export type NotificationTone = 'info' | 'success' | 'warning' | 'error'

export interface NotificationOptions {
  tone: NotificationTone
  /** One thing the person can do about it. */
  action?: { label: string; run(): void }
  /** Stays until it is closed; errors do by default. */
  persist?: boolean
}

export interface Notification {
  key: string
  dismissed: boolean
  message: ReactNode
  options: NotificationOptions
}

export type NotificationAction =
  | { type: 'enqueue'; notification: Omit<Notification, 'dismissed'> }
  | { type: 'dismiss'; key: string }
  | { type: 'dismiss-all' }
  | { type: 'remove'; key: string }

/** Enqueued, then dismissed (one or all), then removed by key. */
export function reduceNotifications(
  notifications: readonly Notification[],
  action: NotificationAction,
): readonly Notification[] {
  switch (action.type) {
    case 'enqueue':
      return [...notifications, { ...action.notification, dismissed: false }]
    case 'dismiss':
      return notifications.map((item) => (item.key === action.key ? { ...item, dismissed: true } : item))
    case 'dismiss-all':
      return notifications.map((item) => ({ ...item, dismissed: true }))
    case 'remove':
    default:
      return notifications.filter((item) => item.key !== action.key)
  }
}

interface NotificationState {
  notifications: readonly Notification[]
  dispatch: (action: NotificationAction) => void
}

export const useNotifications = create<NotificationState>()((set) => ({
  notifications: [],
  dispatch: (action) => set((state) => ({ notifications: reduceNotifications(state.notifications, action) })),
}))

let lastKey = 0

/** Tells the person something in a toast; returns its key. */
export function notify(message: ReactNode, options: NotificationOptions = { tone: 'info' }): string {
  lastKey += 1
  const key = `notification-${lastKey}`
  useNotifications.getState().dispatch({ type: 'enqueue', notification: { key, message, options } })
  return key
}

export function dismissNotification(key: string): void {
  useNotifications.getState().dispatch({ type: 'dismiss', key })
}
