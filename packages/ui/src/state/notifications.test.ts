import { expect, test } from 'vitest'

import { reduceNotifications } from './notifications.ts'
import type { Notification, NotificationAction } from './notifications.ts'

const first = { key: 'a', message: 'Saved', options: { tone: 'success' as const } }
const second = { key: 'b', message: 'Failed', options: { tone: 'error' as const } }

function after(...actions: NotificationAction[]): readonly Notification[] {
  return actions.reduce(reduceNotifications, [] as readonly Notification[])
}

const both: NotificationAction[] = [
  { type: 'enqueue', notification: first },
  { type: 'enqueue', notification: second },
]

test('[NOTE-1] enqueued notifications keep their order, key and content, and are not dismissed', () => {
  expect(after(...both)).toEqual([
    { ...first, dismissed: false },
    { ...second, dismissed: false },
  ])
})

test('[NOTE-1] one is dismissed by its key, or all at once', () => {
  expect(after(...both, { type: 'dismiss', key: 'a' }).map(({ dismissed }) => dismissed)).toEqual([true, false])
  expect(after(...both, { type: 'dismiss-all' }).map(({ dismissed }) => dismissed)).toEqual([true, true])
})

test('[NOTE-1] a notification is removed by its key', () => {
  expect(after(...both, { type: 'remove', key: 'a' })).toEqual([{ ...second, dismissed: false }])
})
