import {
  NodeError,
  type CredentialValues,
  type Document,
  type InputOption,
  type NodeAlias,
  type NodeContext,
  type StepEffect,
} from '@chatwright/core'
import type { Paging } from './paging.ts'
import type { ServiceInputs, ServiceValues } from './service-inputs.ts'
import type { ServiceRequest } from './service-request.ts'

export type CallEffect = Extract<StepEffect, 'reads' | 'writes'>

/** Calls to one service, signed and counted. */
export interface ServiceCalls {
  send(request: ServiceRequest): Promise<unknown>
  /** All pages of a list, up to a number of items. */
  sendAll(request: ServiceRequest, paging: Paging, most: number): Promise<unknown[]>
  readonly credential: CredentialValues
  readonly context: NodeContext
  readonly signal: AbortSignal
}

interface OperationFacts {
  name: string
  label: string
  /** One sentence, for people and models. */
  description: string
  effect: CallEffect
}

interface OperationDeclaration<Inputs extends ServiceInputs> extends OperationFacts {
  inputs: Inputs
  /** The request; for a list with its paging, and a limit among the inputs. */
  request?(inputs: ServiceValues<Inputs>): ServiceRequest
  paging?: Paging
  /** What the answer comes to, where that is not all of it. */
  result?(body: unknown, inputs: ServiceValues<Inputs>): unknown
  /** Where one request is not enough. */
  run?(inputs: ServiceValues<Inputs>, calls: ServiceCalls): Promise<unknown>
}

/** An operation with its types erased, as a service holds it. */
export interface Operation extends OperationFacts {
  readonly inputs: ServiceInputs
  perform(given: Readonly<Record<string, unknown>>, calls: ServiceCalls): Promise<unknown>
}

/** Something that a service does: one entry of its step's list, and one tool of an agent. */
export function operation<const Inputs extends ServiceInputs>(declaration: OperationDeclaration<Inputs>): Operation {
  const { name, label, description, effect, inputs, request, paging, result, run } = declaration
  return {
    name,
    label,
    description,
    effect,
    inputs,
    async perform(given, calls) {
      const values = readValues(inputs, given)
      if (run) return run(values, calls)
      if (!request) throw new Error(`${name} has neither a request nor a way to run.`)
      const asked = request(values)
      const most = (values as { limit?: number }).limit ?? 50
      const body = paging ? await calls.sendAll(asked, paging, most) : await calls.send(asked)
      return result ? result(body, values) : body
    },
  }
}

/** What the inputs hold. An empty one that is needed is refused: a range left empty would mean the whole sheet. */
export function readValues<Inputs extends ServiceInputs>(
  inputs: Inputs,
  given: Readonly<Record<string, unknown>>,
): ServiceValues<Inputs> {
  const values = Object.entries(inputs).map(([name, input]) => {
    const value = input.read(given[name], name)
    if (value !== undefined || input.isOptional) return [name, value]
    throw new NodeError(`"${input.spec.label}" is empty.`, {
      code: 'missing-input',
      field: name,
      hint: 'Enter a value.',
    })
  })
  return Object.fromEntries(values) as ServiceValues<Inputs>
}

/** What a list of choices is read with: the other inputs, and the account. */
export type ServiceList = (
  calls: ServiceCalls,
  inputs: Readonly<Record<string, string | undefined>>,
) => Promise<InputOption[]>

export interface ServiceLoader {
  /** The loader's name, where an older product has one. */
  name?: string
  label?: string
  description: string
  inputs: ServiceInputs
  load(values: Readonly<Record<string, unknown>>, calls: ServiceCalls): Promise<Document[]>
}

/** Something that happens at a service, found by looking again and again: an operation of its step. */
export interface ServiceEvent {
  name: string
  label: string
  description: string
  inputs: ServiceInputs
  /** What is new since the cursor, oldest first, each with an id of its own; without a cursor, where to begin. */
  poll(
    values: Readonly<Record<string, unknown>>,
    calls: ServiceCalls,
    cursor: string | undefined,
  ): Promise<{ events: { id: string; data: Record<string, unknown> }[]; cursor: string }>
}

export interface Signature {
  headers?: Record<string, string>
  query?: Record<string, string>
}

export interface SignedRequest {
  method: string
  url: URL
  body: string | Uint8Array | undefined
  headers: Readonly<Record<string, string>>
  now: Date
}

export interface Service {
  name: string
  label: string
  /** What people do with it, in one sentence. */
  description: string
  icon: string
  color: string
  keywords: readonly string[]
  /** The provider's own reference; what is built in has none. */
  documentation?: string
  /** Credential kinds that fit. */
  credential: readonly string[]
  isCredentialOptional?: true
  /** What its calls are in a recording: requests, unless it says otherwise. */
  callKind?: 'http' | 'database'
  base: string | ((credential: CredentialValues) => string)
  /** Sent along with every request. */
  headers?: Readonly<Record<string, string>>
  /** How a request shows who asks, where the credential is not a connection. */
  sign?(credential: CredentialValues, request: SignedRequest): Signature
  /** The address lies where the builder put it, such as on a server of their own. */
  isSelfHosted?: true
  /** A refusal in words, where the service answers in a way of its own: 200 for a failure, say. */
  fault?(body: unknown, credential: CredentialValues): string | undefined
  operations: readonly Operation[]
  lists?: Readonly<Record<string, ServiceList>>
  loaders?: readonly ServiceLoader[]
  events?: readonly ServiceEvent[]
  /** Old names that mean its tool. */
  toolAliases?: readonly NodeAlias[]
  /** What its requests were compared with: the vendor's own client, by name and version. Nothing where there is none. */
  verifiedWith?: string
}
