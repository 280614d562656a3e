import {
  asyncOptions,
  boolean,
  code,
  defineNode,
  NodeError,
  string,
  type CustomTool,
  type NodeContext,
  type Tool,
  type Toolkit,
} from '@chatwright/core'
import { parametersOf } from './custom-tool-schema.ts'
import { flowFacts } from './flow-facts.ts'
import { codeEffect } from '../utilities/code-effect.ts'
import { capText, toolName } from './text-tool.ts'

export default defineNode({
  name: 'customTool',
  label: 'Custom Tool',
  version: 3,
  category: 'Tools',
  description: 'Lets an agent use a tool from the Tools page.',
  icon: 'custom-tool.svg',
  keywords: ['tool', 'javascript', 'function', 'own tool'],
  baseClasses: ['CustomTool', 'Tool', 'StructuredTool', 'Runnable'],
  traits: { acts: true },
  inputs: {
    selectedTool: asyncOptions('listTools', { destination: true, label: 'Select Tool' }),
    returnDirect: boolean({
      destination: false,
      label: 'Return Direct',
      description: "Show the tool's result as is, without rephrasing it.",
      optional: true,
    }),
    customToolName: string({
      destination: false,
      label: 'Custom Tool Name',
      description: "A name to use instead of the tool's own.",
      optional: true,
      additional: true,
    }),
    customToolDesc: string({
      destination: false,
      label: 'Custom Tool Description',
      description: 'A description to use in this flow only.',
      rows: 3,
      optional: true,
      additional: true,
    }),
    customToolSchema: string({
      destination: false,
      label: 'Custom Tool Schema',
      description: 'A list of inputs to use instead, as JSON.',
      rows: 3,
      optional: true,
      additional: true,
      isJson: true,
    }),
    customToolFunc: code({
      label: 'Custom Tool Func',
      description: 'A function body to use in this flow only.',
      language: 'js',
      optional: true,
      additional: true,
    }),
  },
  example: { selectedTool: 'tool-1' },
  build({ inputs, context }): Toolkit {
    return {
      kind: 'toolkit',
      // Looked up for each run, so that an edit on the Tools page counts at once.
      async tools() {
        const found = await context.customTools.get(inputs.selectedTool)
        if (!found) throw missingTool(inputs.selectedTool)
        const chosen = {
          ...found,
          name: inputs.customToolName || found.name,
          description: inputs.customToolDesc || found.description,
          schema: inputs.customToolSchema || found.schema,
          func: inputs.customToolFunc || found.func,
        }
        return [sandboxedTool(chosen, { context, returnDirect: inputs.returnDirect ?? false })]
      },
    }
  },
  load: {
    listTools: async ({ context }) =>
      (await context.customTools.list()).map(({ id, name, description }) => ({ label: name, name: id, description })),
  },
})

/** A function that a person wrote, run in the sandbox; each input is there as `$name`. */
function sandboxedTool(
  { name, description, schema, func }: Omit<CustomTool, 'id'>,
  { context, returnDirect }: { context: NodeContext; returnDirect: boolean },
): Tool {
  const parameters = parametersOf(schema, name)
  return {
    kind: 'tool',
    name: toolName(name),
    description,
    parameters,
    effect: codeEffect(func),
    ...(returnDirect && { returnDirect }),
    async call(input, run) {
      const given = Object.keys(parameters.properties ?? {}).map((property) => [`$${property}`, input[property]])
      const { value } = await context.sandbox.run({
        code: func,
        globals: {
          ...(Object.fromEntries(given) as Record<string, unknown>),
          $vars: await context.variables(),
          $flow: flowFacts(run),
        },
        signal: run.signal,
      })
      return capText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    },
  }
}

function missingTool(id: string): NodeError {
  return new NodeError(`The custom tool "${id}" doesn't exist here.`, {
    code: 'not-found',
    field: 'selectedTool',
    hint: 'Choose a tool in the node, or import it on the Tools page first.',
  })
}
