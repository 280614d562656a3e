/** Words of the language, and those that the code of a flow calls. */
const TAKEN: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static ' +
    'super switch this throw true try typeof undefined var void while with yield arguments eval async NaN Infinity ' +
    'node raw file chatFlow agentFlow'
  ).split(' '),
)

/** The name of each node's const: its id wherever that is a name, else one made of it. */
export function constNames(nodes: readonly { id: string; data: { name: string } }[]): Map<string, string> {
  const calls = new Set(nodes.map(({ data }) => data.name))
  const used = new Set<string>()
  const names = new Map<string, string>()
  for (const { id } of nodes) {
    if (!isConstName(id) || calls.has(id)) continue
    names.set(id, id)
    used.add(id)
  }
  const counts = new Map<string, number>()
  for (const { id } of nodes) {
    if (names.has(id)) continue
    const base = nameOf(id)
    let name = base
    while (used.has(name) || calls.has(name) || !isConstName(name)) {
      const count = (counts.get(base) ?? 1) + 1
      counts.set(base, count)
      name = `${base}_${count}`
    }
    names.set(id, name)
    used.add(name)
  }
  return names
}

export function isConstName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !TAKEN.has(name)
}

function nameOf(id: string): string {
  const plain = id.slice(0, 60).replaceAll(/[^\w$]/g, '_')
  return /^[A-Za-z_$]/.test(plain) ? plain : `n_${plain}`
}
