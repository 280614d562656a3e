import { NodeError, type CredentialValues, type NodeContext } from '@chatwright/core'
import type { Effects } from '@chatwright/engine'
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Guarded {
  effects: Effects
  /** Lets what is done inside it reach out. */
  outside: <Result>(work: () => Result) => Result
}

/**
 * The guards that let what goes on now reach out. One for all of them: each storage that was ever used stays with its process,
 * and is carried over to every promise from then on.
 */
const letOut = new AsyncLocalStorage<readonly symbol[]>()

/**
 * The effects of a replay. Only a call that was let through can reach out, and not even that one can write here: a node that
 * does more than it declares is stopped, not trusted.
 */
export function guardEffects({ context, ...effects }: Effects): Guarded {
  const mark = Symbol('guard')
  const guard = <Work extends (...args: never[]) => unknown>(work: Work): Work =>
    ((...args: Parameters<Work>) => {
      if (!letOut.getStore()?.includes(mark)) throw refusal('A replay makes no outside calls.')
      return work(...args)
    }) as Work
  const refuse = (): never => {
    throw refusal('A replay writes nothing.')
  }
  const nothing = async (): Promise<void> => {}
  const { vectors, records, files, history } = context
  const guarded: NodeContext = {
    ...context,
    keepsNothing: true,
    fetch: guard(context.fetch),
    providerFetch: guard(context.providerFetch),
    dialAddress: guard(context.dialAddress),
    vectors: {
      ...vectors,
      search: guard(vectors.search),
      searchText: guard(vectors.searchText),
      upsert: refuse,
      delete: refuse,
    },
    records: { ...records, set: nothing, delete: nothing },
    files: { ...files, save: refuse, forget: refuse, keepInChat: refuse },
    history: { load: guard((...args) => history.load(...args)), clear: refuse },
  }
  return {
    effects: {
      ...effects,
      context: guarded,
      // What is answered from the record needs no key: so a record can be replayed where there is none.
      credential: (id, names) => effects.credential(id, names).catch(() => standIn),
    },
    outside: (work) => letOut.run([...(letOut.getStore() ?? []), mark], work),
  }
}

const standIn: CredentialValues = new Proxy<Record<string, string>>({}, { get: () => 'not-needed-in-a-replay' })

function refusal(message: string): NodeError {
  return new NodeError(message, {
    code: 'refused',
    hint: 'This node does something that is not recorded. Run the flow itself to see what it does now.',
  })
}
