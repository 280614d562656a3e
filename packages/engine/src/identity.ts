import { isNodeValue, type InputDescription } from '@chatwright/core'
import type { StepCredential } from './step-credential.ts'

/** What a built value was made from: with equal ones, equal requests are the same call. */
export interface NodeIdentity {
  readonly name: string
  readonly version: number
  readonly output: string
  /** Of what kind its credential is, never which or what it holds. */
  readonly credential?: readonly string[]
  /** As resolved, without secrets. Values of other nodes are among them: `identityOf` tells what those are made from. */
  readonly inputs: Readonly<Record<string, unknown>>
}

const identities = new WeakMap<object, NodeIdentity>()

export function identityOf(value: object): NodeIdentity | undefined {
  return identities.get(value)
}

export function remember<Value>(value: Value, identity: NodeIdentity): Value {
  if (isNodeValue(value)) identities.set(value, identity)
  return value
}

export function makeIdentity(
  built: { name: string; version: number; output: string; inputs: Readonly<Record<string, unknown>> },
  { credential, descriptions }: { credential: StepCredential | undefined; descriptions: readonly InputDescription[] },
): NodeIdentity {
  const secret = descriptions.filter(({ type }) => type === 'password')
  const inputs = secret.length === 0 ? built.inputs : { ...built.inputs }
  for (const { name } of secret) delete (inputs as Record<string, unknown>)[name]
  const { name, version, output } = built
  const isUsed = credential?.id !== undefined
  return { name, version, output, inputs, ...(isUsed && { credential: credential.names }) }
}
