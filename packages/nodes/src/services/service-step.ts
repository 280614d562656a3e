import { defineNode, options, perform, type FlowStep, type InputSpecs, type NodeDefinition } from '@chatwright/core'
import { serviceCalls } from './call-service.ts'
import { credentialOf, operationFields, operationOptions, serviceLists, type ServiceBuild } from './service-form.ts'
import type { Service } from './service.ts'
import { shownText } from './shown-text.ts'

/** The step of a service: one operation, with fields of a form. */
export function serviceStep(service: Service): NodeDefinition {
  const { name, label, operations } = service
  const [first] = operations
  const reading = operations.filter(({ effect }) => effect === 'reads').map((each) => each.name)
  const inputs: InputSpecs = {
    operation: options({
      destination: true,
      label: 'Operation',
      options: operationOptions(operations),
      default: first?.name ?? '',
      matters: 1,
    }),
    ...operationFields(service),
  }
  return defineNode({
    name: `${name}Agentflow`,
    label,
    version: 1,
    category: 'Agent Flows',
    description: service.description,
    icon: service.icon,
    color: service.color,
    keywords: service.keywords,
    ...(service.documentation !== undefined && { documentation: service.documentation }),
    baseClasses: [`${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`],
    ...credentialOf(service),
    traits: {
      step: {},
      service: name,
      ...(service.verifiedWith && { verifiedWith: service.verifiedWith }),
      acts: { unless: { operation: reading } },
    },
    inputs,
    example: exampleOf(service),
    build({ inputs: built, credential, context }): FlowStep {
      const { operation: wanted, ...values } = built as ServiceBuild['inputs'] & { operation: string }
      const chosen = operations.find((each) => each.name === wanted)
      if (!chosen) throw new Error(`${label} has no operation "${wanted}".`)
      const { effect } = chosen
      return {
        kind: 'step',
        effect,
        async run(turn, run) {
          const asked = Object.fromEntries(Object.keys(chosen.inputs).map((key) => [key, values[key] ?? null]))
          const call = {
            kind: service.callKind ?? ('http' as const),
            method: `${name}.${chosen.name}`,
            effect,
            input: asked,
          }
          const data = await perform(run, call, async () => {
            const calls = serviceCalls(service, { credential, context, signal: run.signal })
            return (await chosen.perform(asked, calls)) ?? null
          })
          const content = shownText(data)
          turn.say({ type: 'token', text: content })
          return { input: { operation: chosen.name, ...asked }, output: { content, data } }
        },
      }
    },
    load: serviceLists(service),
  })
}

/** The first operation, with a plain value in each field that it needs. */
function exampleOf({ operations: [first] }: Service): Record<string, unknown> {
  const needed = Object.entries(first?.inputs ?? {}).filter(([, { isOptional }]) => !isOptional)
  return Object.fromEntries(needed.map(([name, { schema }]) => [name, exampleValue(schema)]))
}

function exampleValue({ type, enum: choices }: { type?: string; enum?: unknown[] }): unknown {
  if (choices) return choices[0]
  if (type === 'array') return '["one"]'
  return type === 'object' ? '{"name": "one"}' : type === 'number' ? 1 : type === 'boolean' ? true : 'one'
}
