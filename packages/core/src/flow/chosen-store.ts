export interface ChosenStore {
  id: string
  name: string
}

/** No id is longer: what stands far behind in a long text is no part of one. */
const LONGEST_ID = 64

/**
 * The ways to read a chosen store of documents. Steps keep its name behind its id, others the id alone; and as a name may
 * hold colons, so may an id that came with a file. The shortest id comes first, the whole text as an id last.
 */
export function readingsOfStore(chosen: string): [ChosenStore, ...ChosenStore[]] {
  const text = chosen.trim()
  const readings: ChosenStore[] = []
  for (let at = text.indexOf(':'); at >= 0 && at <= LONGEST_ID; at = text.indexOf(':', at + 1)) {
    readings.push({ id: text.slice(0, at).trim(), name: text.slice(at + 1) })
  }
  const whole = { id: text, name: '' }
  const [first, ...others] = readings
  return first ? [first, ...others, whole] : [whole]
}

/** The reading that names one of these stores: the one with its very name where several do, else the longest id. */
export function chosenAmong(chosen: string, names: ReadonlyMap<string, string>): ChosenStore | undefined {
  const known = readingsOfStore(chosen).filter(({ id }) => names.has(id))
  return known.find(({ id, name }) => name !== '' && names.get(id) === name) ?? known.at(-1)
}
