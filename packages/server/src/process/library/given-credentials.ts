import { mapCredentials } from '@chatwright/code'
import { CREDENTIAL_KEY, type Flow } from '@chatwright/core'
import type { Catalogue } from '@chatwright/nodes'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { credentialsIn } from '../project/credential-names.ts'

/** The fields of each credential by its name; `kind` says which one it is. */
export type GivenCredentials = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>

interface Giving {
  given: GivenCredentials
  /** By name, as a project knows them. */
  kinds: ReadonlyMap<string, string>
  catalogue: Pick<Catalogue, 'describe' | 'credentials'>
  /** Stores a credential and answers its id. */
  store(values: {
    name: string
    credentialName: string
    plainDataObj: Record<string, string | number | boolean>
  }): Promise<string>
}

/** The flow with the ids of the credentials that were given in the places of their names. */
export async function withGivenCredentials(flow: Flow, { given, kinds, catalogue, store }: Giving): Promise<Flow> {
  const ids = new Map<string, string>()
  const byKind = new Map<string, string>()
  for (const [name, { kind, ...fields }] of Object.entries(given)) {
    const credentialName = typeof kind === 'string' ? kind : kinds.get(name)
    if (credentialName === undefined || !catalogue.credentials.some((each) => each.name === credentialName)) {
      throw new UserFacingError(
        `Say of which kind the credential "${name}" is, such as { kind: 'openAIApi', openAIApiKey: '…' }.`,
      )
    }
    const id = await store({ name, credentialName, plainDataObj: fields })
    ids.set(name, id)
    byKind.set(credentialName, id)
  }
  const missing = [...credentialsIn(flow)].filter((name) => !ids.has(name))
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ')
    throw new UserFacingError(`The flow needs the credentials ${names}. Give them to openFlow under credentials.`)
  }
  return withoutGaps(
    mapCredentials(flow, (name) => ids.get(name) ?? name),
    { byKind, catalogue },
  )
}

/** An exported flow names none: a node takes the one that was given of its kind. */
function withoutGaps(
  flow: Flow,
  { byKind, catalogue }: { byKind: ReadonlyMap<string, string>; catalogue: Pick<Catalogue, 'describe'> },
): Flow {
  const fitting = (name: unknown): string | undefined => {
    const kinds = typeof name === 'string' ? catalogue.describe(name)?.credential?.['credentialNames'] : undefined
    return Array.isArray(kinds) ? kinds.map((kind) => byKind.get(kind)).find((id) => id !== undefined) : undefined
  }
  const nodes = flow.nodes.map((node) => {
    const { data } = node
    const inputs = Object.entries(data.inputs).map(([name, value]): [string, unknown] => {
      const chosen = name.endsWith('Config') ? fitting(data.inputs[name.slice(0, -'Config'.length)]) : undefined
      if (chosen === undefined || typeof value !== 'object' || value === null || CREDENTIAL_KEY in value)
        return [name, value]
      return [name, { ...value, [CREDENTIAL_KEY]: chosen }]
    })
    const own = data.credential ? undefined : fitting(data.name)
    return {
      ...node,
      data: { ...data, inputs: Object.fromEntries(inputs), ...(own !== undefined && { credential: own }) },
    }
  })
  return { ...flow, nodes }
}
