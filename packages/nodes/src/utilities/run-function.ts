import { code, json, perform, string, type NodeContext, type Run } from '@chatwright/core'
import { flowFacts } from '../tools/flow-facts.ts'
import { codeEffect } from './code-effect.ts'

export const functionInputs = {
  functionInputVariables: json({
    destination: false,
    label: 'Input Variables',
    description: 'A JSON object of values for the function. Each is available as $name.',
    placeholder: '{"city": "{{question}}"}',
    optional: true,
    acceptVariable: true,
    list: true,
  }),
  functionName: string({
    destination: false,
    label: 'Function Name',
    description: 'A name shown in traces.',
    optional: true,
    placeholder: 'My Function',
  }),
}

export function functionCode<const Options extends { label: string; description: string; default?: string }>(
  options: Options,
) {
  return code({ language: 'js', rows: 8, ...options })
}

export interface FunctionCall {
  context: NodeContext
  code: string
  variables: Record<string, unknown> | undefined
  run: Run
  /** What else the code finds under `$flow`. */
  facts?: Record<string, unknown>
  timeoutMs?: number
}

/** Runs what a person wrote, in the sandbox, with its variables, those of the Variables tab and the conversation. */
export async function runFunction(call: FunctionCall): Promise<unknown> {
  const { context, code: body, variables, run, facts, timeoutMs } = call
  const given = Object.entries(variables ?? {}).map(([name, value]) => [`$${name.replace(/^\$/, '')}`, value])
  const globals = {
    $input: run.question,
    ...(Object.fromEntries(given) as Record<string, unknown>),
    $flow: { ...flowFacts(run), ...facts },
  }
  const as = { kind: 'code', method: 'run', effect: codeEffect(body), input: { code: body, globals } } as const
  return perform(run, as, async () => {
    const { value } = await context.sandbox.run({
      code: body,
      globals: { ...globals, $vars: await context.variables() },
      signal: run.signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
    return value
  })
}

/** Functions give data of any kind. */
export const dataClasses = ['string', 'number', 'boolean', 'json', 'array']
