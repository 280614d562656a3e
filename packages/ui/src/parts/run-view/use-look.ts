import type { ExecutionStep } from '@chatwright/contract'
import { useMemo, useState } from 'react'

import type { RunLook } from './run-look.ts'
import { ownersOf, placesOf } from './step-tree.ts'

/** What is open and chosen, and how the rows are placed in time. */
export function useLook(steps: readonly ExecutionStep[], Details: RunLook['Details'], Actions?: RunLook['Actions']) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openAtFirst(steps))
  const [items, setItems] = useState<Readonly<Record<string, number>>>({})
  const [chosen, setChosen] = useState<string>()
  const labels = useMemo(() => new Map(steps.map(({ nodeId, label }) => [nodeId, label])), [steps])
  const begun = steps.filter(({ at }) => at > 0)
  const began = Math.min(...begun.map(({ at }) => at))
  const ended = Math.max(0, ...begun.map(({ at, durationMs = 0 }) => at + durationMs))
  const choose = (nodeId: string) => {
    const step =
      steps.findLast((each) => each.nodeId === nodeId && !each.isCall) ??
      steps.findLast((each) => each.nodeId === nodeId)
    if (!step || step.path === chosen) return
    const places = placesOf(step.path)
    setItems((before) => ({ ...before, ...Object.fromEntries(places.map((each) => [each.container, each.index])) }))
    setOpened(
      (before) =>
        new Set([...before, ...places.map(({ container }) => container), ...ownersOf(step.path, steps), step.path]),
    )
    setChosen(step.path)
  }
  const look: RunLook = {
    began,
    totalMs: Math.max(0, ended - began),
    opened,
    toggle: (path) => {
      setChosen(path)
      setOpened((before) => {
        const next = new Set(before)
        if (!next.delete(path)) next.add(path)
        return next
      })
    },
    chosen,
    itemShown: (container) => items[container],
    showItem: (container, index) => setItems((before) => ({ ...before, [container]: index })),
    labelOf: (nodeId) => labels.get(nodeId) ?? nodeId,
    Details,
    Actions,
  }
  return { look, choose, chosenNode: steps.find(({ path }) => path === chosen)?.nodeId }
}

/** Where it failed, and, where all stands below one, that one. */
function openAtFirst(steps: readonly ExecutionStep[]): ReadonlySet<string> {
  const failed = steps.filter(({ status }) => status === 'failed')
  const top = steps.filter(({ parent }) => parent === undefined)
  return new Set([
    ...failed.flatMap(({ path }) => [...ownersOf(path, steps), path]),
    ...(top.length === 1 ? top.map(({ path }) => path) : []),
  ])
}
