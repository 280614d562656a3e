import type { Publishing } from '@chatwright/contract'

interface PublishingColumns {
  version: number
  live_version: number | null
  is_published_by_hand: 0 | 1
}

/** The version that answers. */
export function liveVersionOf({ version, live_version: live }: Pick<PublishingColumns, 'version' | 'live_version'>) {
  return live ?? version
}

/** What is to be stored as somebody says when a flow is published. By hand, what answers stays; with each save, the newest answers at once. */
export function publishingColumns(
  current: PublishingColumns,
  publish: Publishing | undefined,
): Partial<PublishingColumns> {
  if (publish === undefined) return {}
  const byHand = publish === 'hand'
  if (byHand === (current.is_published_by_hand === 1)) return {}
  return byHand
    ? { is_published_by_hand: 1, live_version: liveVersionOf(current) }
    : { is_published_by_hand: 0, live_version: null }
}

/** The same of the save of a new version. A new name alone changes nothing of how it answers. */
export function savedColumns(
  current: PublishingColumns,
  { isSameGraph }: { isSameGraph: boolean },
): Pick<PublishingColumns, 'version' | 'live_version'> {
  const version = current.version + 1
  if (current.is_published_by_hand === 0) {
    const isRolledBack = isSameGraph && current.live_version !== null
    return { version, live_version: isRolledBack ? current.live_version : null }
  }
  const isNewestLive = liveVersionOf(current) === current.version
  return { version, live_version: isSameGraph && isNewestLive ? version : liveVersionOf(current) }
}

/** The same of a version that is to answer from now on. */
export function publishedColumns(current: PublishingColumns, version: number): Partial<PublishingColumns> {
  const follows = current.is_published_by_hand === 0 && version === current.version
  return { live_version: follows ? null : version }
}
