import { chosenAmong, readingsOfStore, type ChosenStore, type NodeContext } from '@chatwright/core'

/** Ids that are made here hold no colon: what stands before the first one is such an id, and nobody needs to be asked. */
const OWN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The store that a field names. One that is gone is named by what stands before the first colon. */
export async function chosenStore(
  chosen: string,
  { list }: Pick<NodeContext['knowledge'], 'list'>,
): Promise<ChosenStore> {
  const [first, ...others] = readingsOfStore(chosen)
  if (others.length === 0 || OWN_ID.test(first.id)) return first
  const stores = await list()
  return chosenAmong(chosen, new Map(stores.map(({ id, name }) => [id, name]))) ?? first
}
