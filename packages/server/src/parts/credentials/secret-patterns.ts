/** Many texts at once, looked for in one pass over a text that comes in pieces: each character is looked at once. */
export interface SecretPatterns {
  /** Where a text stands after one more character; a text begins at 0. */
  step(state: number, code: number): number
  /** How many characters up to here are a secret. */
  found(state: number): number
  /** How many characters up to here may become a secret, and wait until that is known. */
  waiting(state: number): number
  /** What goes on after the part of a long secret that was found here. */
  rest(state: number): string
}

/** Longer secrets are known by how they begin; whatever then goes on as they do belongs to them. */
export const LONGEST_PATTERN = 256
/** The newest count: building the patterns takes a few hundredths of a second at most. */
const MAX_CHARACTERS = 100_000
/** So much of a secret that no model is told comes by chance: to wait for less would only hold words up. */
const LEAST_WAITING = 4

/** The patterns of secrets, oldest first; `true` for those that a flow can tell its model, which wait from the first character. */
export function createSecretPatterns(secrets: ReadonlyMap<string, boolean>): SecretPatterns {
  const tree = createTree()
  let characters = 0
  for (const [secret, isTold] of [...secrets].toReversed()) {
    characters += Math.min(secret.length, LONGEST_PATTERN)
    if (characters > MAX_CHARACTERS) break
    tree.add(secret, isTold)
  }
  return tree.connect()
}

/** Nodes are numbers, and their properties lists: a secret of many characters is no object of many objects. */
function createTree() {
  const plainRoots = new Int32Array(128)
  const roots = new Map<number, number>()
  const codes = [0]
  const firstChild = [0]
  const nextSibling = [0]
  const parent = [0]
  const depth = [0]
  const told = [false]
  const whole = [false]
  const rests = new Map<number, string>()

  const child = (node: number, code: number): number => {
    // Asked for every character of every answer: a list is quicker than a map.
    if (node === 0) return code < plainRoots.length ? (plainRoots[code] ?? 0) : (roots.get(code) ?? 0)
    let at = firstChild[node] ?? 0
    while (at !== 0 && codes[at] !== code) at = nextSibling[at] ?? 0
    return at
  }

  const grow = (node: number, code: number): number => {
    const at = codes.length
    codes.push(code)
    firstChild.push(0)
    nextSibling.push(node === 0 ? 0 : (firstChild[node] ?? 0))
    parent.push(node)
    depth.push((depth[node] ?? 0) + 1)
    told.push(false)
    whole.push(false)
    if (node === 0 && code < plainRoots.length) plainRoots[code] = at
    else if (node === 0) roots.set(code, at)
    else firstChild[node] = at
    return at
  }

  const add = (secret: string, isTold: boolean): void => {
    let node = 0
    const length = Math.min(secret.length, LONGEST_PATTERN)
    for (let index = 0; index < length; index += 1) {
      const code = secret.charCodeAt(index)
      node = child(node, code) || grow(node, code)
      if (isTold) told[node] = true
    }
    whole[node] = true
    const rest = secret.slice(length)
    if (rest.length > (rests.get(node)?.length ?? 0)) rests.set(node, rest)
  }

  const connect = (): SecretPatterns => {
    /** Where the longest end of what was read stands that begins another secret. */
    const fallback = new Int32Array(codes.length)
    const found = new Int32Array(codes.length)
    const waiting = new Int32Array(codes.length)
    const step = (state: number, code: number): number => {
      let from = state
      let next = child(from, code)
      while (next === 0 && from !== 0) {
        from = fallback[from] ?? 0
        next = child(from, code)
      }
      return next
    }
    // Shorter ones first: each asks those above it.
    const byDepth = codes.map((_, node) => node).sort((one, other) => (depth[one] ?? 0) - (depth[other] ?? 0))
    for (const node of byDepth) {
      if (node === 0) continue
      const above = parent[node] ?? 0
      const length = depth[node] ?? 0
      const shorter = above === 0 ? 0 : step(fallback[above] ?? 0, codes[node] ?? 0)
      fallback[node] = shorter
      found[node] = whole[node] ? length : (found[shorter] ?? 0)
      // What is whole, and the beginning of nothing longer, waits for nothing.
      const mayGoOn = firstChild[node] !== 0 && (told[node] || length >= LEAST_WAITING)
      waiting[node] = mayGoOn ? length : (waiting[shorter] ?? 0)
    }
    return {
      step,
      found: (state) => found[state] ?? 0,
      waiting: (state) => waiting[state] ?? 0,
      rest: (state) => rests.get(state) ?? '',
    }
  }

  return { add, connect }
}
