import type { Publishing, PublishingGate } from '@chatwright/contract'

interface PublishingColumns {
  version: number
  live_version: number | null
  is_published_by_hand: 0 | 1
}

interface GatedColumns extends PublishingColumns {
  gate: PublishingGate
}

/** Whether the gate keeps what was saved last from answering. */
export function isHeld(flow: GatedColumns): boolean {
  return flow.gate === 'block' && flow.is_published_by_hand === 0 && liveVersionOf(flow) !== flow.version
}

/** The version that answers. */
export function liveVersionOf({ version, live_version: live }: Pick<PublishingColumns, 'version' | 'live_version'>) {
  return live ?? version
}

/**
 * What is to be stored as somebody says when a flow is published. By hand, what answers stays; with each save, the newest answers at
 * once, unless a gate asks for proof.
 */
export function publishingColumns(current: GatedColumns, publish: Publishing | undefined): Partial<PublishingColumns> {
  if (publish === undefined) return {}
  const byHand = publish === 'hand'
  if (byHand === (current.is_published_by_hand === 1)) return {}
  const live = liveVersionOf(current)
  if (byHand) return { is_published_by_hand: 1, live_version: live }
  return { is_published_by_hand: 0, live_version: current.gate === 'block' && live !== current.version ? live : null }
}

/**
 * The same of the save of a new version. What answers as before needs no gate, and a new name alone changes nothing. Drawings are
 * compared only where a gate asks: that reads the whole of both.
 */
export function savedColumns(
  current: GatedColumns,
  { isSameGraph, isSameDrawing }: { isSameGraph: boolean; isSameDrawing: () => boolean },
): Pick<PublishingColumns, 'version' | 'live_version'> {
  const version = current.version + 1
  const isNewestLive = liveVersionOf(current) === current.version
  if (current.is_published_by_hand === 0) {
    const stays =
      current.gate === 'block' ? !(isNewestLive && isSameDrawing()) : isSameGraph && current.live_version !== null
    return { version, live_version: stays ? liveVersionOf(current) : null }
  }
  return { version, live_version: isSameGraph && isNewestLive ? version : liveVersionOf(current) }
}

/** The same of a version that is to answer from now on. */
export function publishedColumns(current: PublishingColumns, version: number): Partial<PublishingColumns> {
  const follows = current.is_published_by_hand === 0 && version === current.version
  return { live_version: follows ? null : version }
}
