/** Mutants that no test can notice, each with the reason. */
export const survivors: Record<string, string> = {
  'packages/engine/src/build-values.ts: throw left out: throw new Error(`A plan for a ${nounOfKind(plan.want)} has a target`)':
    'a plan without a target is never made; this says so to the compiler',
  'packages/engine/src/build.ts: condition negated: plan.forks.length === 0 → !(plan.forks.length === 0)':
    'a short cut: without forks no link is dead, and the long way finds the same',
  'packages/engine/src/build.ts: constant: 0 → 1': 'the same short cut',
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
}
