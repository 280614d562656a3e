const RUNS_AS_BUILT =
  '`reset-login.test.ts` notices: it runs the command as it was built, in a process that holds no mutants'

const NEVER_SHUT = 'a gate of ways that no decision is above never shuts: leaving it out changes nothing'

/** Mutants that no test can notice, each with the reason. */
export const survivors: Record<string, string> = {
  'packages/engine/src/build-values.ts: throw left out: throw new Error(`A plan for a ${nounOfKind(plan.want)} has a target`)':
    'a plan without a target is never made; this says so to the compiler',
  "packages/engine/src/build.ts: constant: 'built' → '' (2)":
    'whoever builds has looked for a built value before, so that this only says it again for a race',
  'packages/engine/src/build.ts: return emptied: Promise.resolve(current.value) → undefined':
    'reached only when another request finishes between the look and the build',
  'packages/engine/src/instrument.ts: constant: 0 → 1 (2)': 'all vectors of a model are of one length',
  'packages/engine/src/instrument.ts: throw left out: throw error':
    'what is no error has no message to hide, and is thrown below all the same',
  'packages/engine/src/run.ts: operator: plan.targets[0] ?? -1 → (plan.targets[0])':
    'no step stands at -1, and none at undefined',
  'packages/engine/src/run.ts: constant: 1 → 2': 'no step stands at -1, and none at -2',
  'packages/server/src/door/http/failure-limiter.ts: call left out: failures.delete(networkOf(address))':
    'what has run out is counted anew by the next failure; this only frees it earlier',
  'packages/server/src/guards/outbound/address-policy.ts: constant: 8 → 9':
    'an address has no bits beyond its own to compare',
  "packages/server/src/door/sign-ins/reset-login-command.ts: operator: options.username ?? formerName(config.dataDir) ?? 'owner' → (options.username ?? formerName(config.dataDir))":
    RUNS_AS_BUILT,
  'packages/server/src/door/sign-ins/reset-login-command.ts: constant: 18 → 18000': RUNS_AS_BUILT,
  'packages/server/src/door/sign-ins/reset-login-command.ts: call left out: await signOutEverywhere(config)':
    RUNS_AS_BUILT,
  'packages/engine/src/build-values.ts: operator: fork && { nodeId: fork.tag.id, nodeLabel: fork.tag.label } → fork || { nodeId: fork.tag.id, nodeLabel: fork.tag.label } (2)':
    'a store or a model behind a fork: who is named is tested for answers, by the same words',
  'packages/engine/src/component.ts: constant: 0 → 1 (2)': 'a component stands nowhere on a canvas',
  'packages/engine/src/drawing.ts: return emptied: { nodes } → undefined (2)':
    'a store that was found is in the drawing',
  'packages/engine/src/drawing.ts: call left out: known.add(id)':
    'a node that two texts speak of is linked twice, and built once all the same',
  'packages/engine/src/make-plan.ts: operator: indexOf.get(id) ?? [] → (indexOf.get(id))':
    'what is wanted is among what was put in order',
  'packages/engine/src/steps/gates.ts: constant: 1 → 2 (4)': NEVER_SHUT,
  'packages/engine/src/steps/gates.ts: constant: 0 → 1 (10)': NEVER_SHUT,
  'packages/engine/src/steps/gates.ts: list emptied: [free] → []': NEVER_SHUT,
  'packages/engine/src/steps/schedule.ts: constant: 0 → 1 (5)': 'the passes of every step are counted from the start',
  'packages/engine/src/steps/step-graph.ts: operator: missing.get(id) ?? 0 → (missing.get(id))':
    'every step has its count; this says so to the compiler',
  'packages/core/src/flow/node-outputs.ts: constant: 0 → 1 (2)': 'the chosen name is always that of an output',
  "packages/core/src/flow/topological-order.ts: operator: order[position] ?? '' → (order[position])":
    'no position lies beyond the end; this says so to the compiler',
  'packages/core/src/flow/validate/ending-nodes.ts: operator: answers?.includes(chosenOutputName(node)) ?? false → (answers?.includes(chosenOutputName(node)))':
    'undefined is as little an answer as false',
  "packages/core/src/speech/providers.ts: constant: 'LocalAI' → ''": 'what people call a provider',
}
