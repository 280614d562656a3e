import {
  asyncMultiOptions,
  type CredentialValues,
  type InputOption,
  type InputSpec,
  type InputSpecs,
  type LoadMethod,
  type NodeContext,
  type NodeDefinition,
} from '@chatwright/core'
import { isDeepStrictEqual } from 'node:util'
import { serviceCalls } from './call-service.ts'
import type { Operation, Service } from './service.ts'
import type { ServiceInput } from './service-inputs.ts'

/** The fields of all operations, each shown with the operations that take it. */
export function operationFields(service: Pick<Service, 'name' | 'operations'>): InputSpecs {
  const fields: InputSpecs = {}
  const users = usersOf(service.operations)
  for (const [name, uses] of users) {
    const [first, ...others] = formsOf(uses)
    if (!first) continue
    const different = others.find(({ spec }) => spec.type !== first.spec.type)
    if (different) throw new Error(`${service.name}: "${name}" has two types, in ${different.operations.join(', ')}.`)
    const shown = (form: Form): InputSpec => ({
      ...form.spec,
      ...(form.operations.length < service.operations.length && { show: { operation: form.operations } }),
    })
    fields[name] = {
      ...shown(first),
      ...(others.length > 0 && { variants: others.map((form) => described(name, shown(form))) }),
    }
  }
  return fields
}

interface Form {
  spec: InputSpec
  operations: string[]
}

function described(name: string, { additional, valueType: _, variants: __, ...spec }: InputSpec) {
  return { name, ...spec, ...(additional && { additionalParams: true }) }
}

function usersOf(operations: readonly Operation[]): Map<string, { operation: string; input: ServiceInput }[]> {
  const users = new Map<string, { operation: string; input: ServiceInput }[]>()
  for (const { name: operation, inputs } of operations) {
    for (const [name, input] of Object.entries(inputs)) {
      users.set(name, [...(users.get(name) ?? []), { operation, input }])
    }
  }
  return users
}

/** Operations that mean the same by a field share it. */
function formsOf(uses: readonly { operation: string; input: ServiceInput }[]): Form[] {
  const forms: Form[] = []
  for (const { operation, input } of uses) {
    const same = forms.find(({ spec }) => isDeepStrictEqual(spec, input.spec))
    if (same) same.operations.push(operation)
    else forms.push({ spec: input.spec, operations: [operation] })
  }
  return forms
}

export function operationOptions(operations: readonly Operation[]): InputOption[] {
  return operations.map(({ name, label }) => ({ label, name }))
}

/** What the form offers to choose from, read from the account. */
export function serviceLists(service: Service): Record<string, LoadMethod> {
  return Object.fromEntries(
    Object.entries(service.lists ?? {}).map(([name, list]): [string, LoadMethod] => [
      name,
      async ({ inputs, credential, context, signal }) => {
        if (Object.keys(credential).length === 0 && !service.isCredentialOptional) return []
        return list(serviceCalls(service, { credential, context, signal }), textsIn(inputs))
      },
    ]),
  )
}

function textsIn(inputs: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' && !value.includes('{{') ? value : undefined,
    ]),
  )
}

/** The pick lists of a service, without what each operation says of them: a builder may fix them for a tool. */
export function fixedFields({ operations }: Pick<Service, 'operations'>): InputSpecs {
  const picks = operations.flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { spec, isOptional }]) => spec.type === 'asyncOptions' && !isOptional),
  )
  return Object.fromEntries(
    picks.map(([name, { spec }]): [string, InputSpec] => [
      name,
      {
        type: spec.type,
        label: spec.label,
        destination: true,
        description: 'Leave empty to let the model choose.',
        ...(spec.loadMethod !== undefined && { loadMethod: spec.loadMethod }),
        freeSolo: true,
        optional: true,
        additional: true,
      },
    ]),
  )
}

export interface ServiceBuild {
  inputs: Readonly<Record<string, unknown>>
  credential: CredentialValues
  context: NodeContext
}

export const allowedOperations = (label: string) =>
  asyncMultiOptions('listOperations', {
    destination: true,
    label,
    description: 'Leave empty to allow all.',
    optional: true,
  })

/** The credential that a service's nodes ask for; none where it needs none. */
export function credentialOf({
  credential,
  isCredentialOptional,
}: Pick<Service, 'credential' | 'isCredentialOptional'>): Pick<NodeDefinition, 'credential'> {
  if (credential.length === 0) return {}
  return { credential: isCredentialOptional ? { names: credential, optional: true } : credential }
}
