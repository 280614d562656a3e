import {
  defineNode,
  options,
  type InputSpecs,
  type JsonSchema,
  type NodeDefinition,
  type Tool,
  type Toolkit,
} from '@chatwright/core'
import { capText, toolName } from '../tools/text-tool.ts'
import { serviceCalls } from './call-service.ts'
import {
  allowedOperations,
  credentialOf,
  fixedFields,
  operationOptions,
  serviceLists,
  type ServiceBuild,
} from './service-form.ts'
import type { Operation, Service } from './service.ts'
import { shownText } from './shown-text.ts'

/** The tools of a service, for an agent: one for each operation that the builder allows. */
export function serviceTool(service: Service): NodeDefinition {
  const { name, label, operations } = service
  const fixed = fixedFields(service)
  const inputs: InputSpecs = {
    operations: allowedOperations('Allowed operations'),
    approval: options({
      destination: true,
      label: 'Approval',
      description: 'Whether a person approves each call that changes something.',
      options: [
        { label: 'Ask before every change', name: 'ask' },
        { label: 'Never ask', name: 'never' },
      ],
      default: 'ask',
    }),
    ...fixed,
  }
  return defineNode({
    name: name.endsWith('Tool') ? name : `${name}Tool`,
    label,
    version: 1,
    category: 'Tools',
    description: `Lets an agent use ${label}. Changes need approval unless you switch that off.`,
    icon: service.icon,
    keywords: service.keywords,
    ...(service.documentation !== undefined && { documentation: service.documentation }),
    baseClasses: [`${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Tool`, 'Tool'],
    ...credentialOf(service),
    traits: { acts: true, service: name },
    ...(service.toolAliases && { aliases: service.toolAliases }),
    inputs,
    build({ inputs: built, credential, context }): Toolkit {
      const {
        operations: allowed,
        approval,
        ...values
      } = built as ServiceBuild['inputs'] & {
        operations?: readonly string[]
        approval: 'ask' | 'never'
      }
      const chosen = allowed?.length ? operations.filter((each) => allowed.includes(each.name)) : operations
      return {
        kind: 'toolkit',
        tools: async () =>
          chosen.map((operation): Tool => {
            const preset = presetOf(operation, values)
            return {
              kind: 'tool',
              name: toolName(`${name}_${operation.name}`),
              description: operation.description,
              parameters: parametersOf(operation, preset),
              effect: operation.effect,
              approval: operation.effect === 'writes' ? approval : 'never',
              async call(input, run) {
                const calls = serviceCalls(service, { credential, context, signal: run.signal })
                return capText(shownText((await operation.perform({ ...input, ...preset }, calls)) ?? null))
              },
            }
          }),
      }
    },
    load: {
      ...serviceLists(service),
      listOperations: () => operationOptions(operations),
    },
  })
}

/** What the builder fixed: the model neither sees nor changes it. */
function presetOf({ inputs }: Operation, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(inputs).filter((name) => values[name] !== undefined && values[name] !== '')
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

function parametersOf({ inputs }: Operation, preset: Record<string, unknown>): JsonSchema {
  const open = Object.entries(inputs).filter(([name]) => !Object.hasOwn(preset, name))
  return {
    type: 'object',
    properties: Object.fromEntries(open.map(([name, { schema }]) => [name, schema])),
    required: open.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
  }
}
