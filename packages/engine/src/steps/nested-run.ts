import type { NestedRun, Run, StepCall } from '@chatwright/core'
import { Parked } from './parked.ts'
import type { World } from './world.ts'

interface Place {
  /** Of the step that runs the other flow. */
  path: string
  nodeId: string
  once<Result>(part: string, call: StepCall, work: (run: Run) => Promise<Result>): Promise<Result>
}

/** The steps of another flow as part of a step of this one: one journal, one run, one place to decide. */
export function nestedRun(world: World, { path, nodeId, once }: Place): NestedRun {
  const prefix = `${path}/`
  const { linkTo, keep } = world.request
  return {
    told: world.steps.below(path).map((event) => ({ ...event, path: event.path.slice(prefix.length) })),
    tell(event) {
      if (event.type === 'text') return
      const placed = { ...event, path: `${prefix}${event.path}` }
      if ('after' in placed && placed.after) placed.after = placed.after.map((each) => `${prefix}${each}`)
      // Its steps may be called as ours are.
      if ('nodeId' in placed) placed.nodeId = `${nodeId}/${placed.nodeId}`
      world.emit(placed)
    },
    keep: async () => keep?.(),
    ...(linkTo && { linkTo: (each: string) => linkTo(`${prefix}${each}`) }),
    once: (label, work) => once('answer', { label, effect: 'writes' }, work),
    pin: (find) => once('version', { label: 'Version of the flow', effect: 'pure' }, find),
    park() {
      throw new Parked()
    },
  }
}
