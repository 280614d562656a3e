/**
 * What is done again when a step is: the step, what followed from it, and all that stands inside those. The containers it
 * stands in, and what followed from them, come to an end anew; their other items stay as they are.
 */
export interface StepsAgain {
  /** Whether what is kept under a path is forgotten. */
  isForgotten(path: string): boolean
  /** The containers that end anew. */
  readonly containers: ReadonlySet<string>
}

export function stepsAgain(path: string, known: Iterable<{ path: string; after: readonly string[] }>): StepsAgain {
  const followers = new Map<string, string[]>()
  for (const step of known) {
    for (const before of step.after) {
      const others = followers.get(before)
      if (others) others.push(step.path)
      else followers.set(before, [step.path])
    }
  }
  const containers = new Set(containersOf(path))
  const again = new Set<string>([path])
  const open = [path, ...containers]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const follower of followers.get(next) ?? []) {
      if (again.has(follower)) continue
      again.add(follower)
      open.push(follower)
    }
  }
  return { containers, isForgotten: (each) => placesOn(each).some((place) => again.has(place)) }
}

/** `each@0/1/say@0` → itself and everything it stands in. */
function placesOn(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Of `each@0/1/say@0`, `each@0`. */
function containersOf(path: string): string[] {
  return placesOn(path).filter((place) => place !== path && /@\d+$/.test(place))
}
