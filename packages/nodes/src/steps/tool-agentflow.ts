import {
  argumentFault,
  array,
  asyncOptions,
  boolean,
  component,
  defineNode,
  NodeError,
  string,
  type Artifact,
  type FlowStep,
  type StepEffect,
  type Tool,
  type ToolResult,
} from '@chatwright/core'
import { listTools as openTools } from '../agents/list-tools.ts'
import { givenArguments, missingArguments } from '../agents/missing-arguments.ts'
import { untilAborted } from '../http/until-aborted.ts'
import { approval, refusal, verdictOn } from './agent-calls.ts'
import { listRuntimeStateKeys, listToolInputArgs, listTools } from './load-lists.ts'
import { stateUpdate } from './step-inputs.ts'
import { toolArguments } from './tool-arguments.ts'
import { whoDecides } from './who-decides.ts'

export default defineNode({
  name: 'toolAgentflow',
  label: 'Tool',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Runs one tool with your own arguments, without a model.',
  icon: 'step-tool.svg',
  color: '#d4a373',
  baseClasses: ['Tool'],
  traits: { step: { updatesState: 'toolUpdateState' } },
  inputs: {
    toolAgentflowSelectedTool: component('Tool', 'listTools', { destination: true, label: 'Tool' }),
    toolInputArgs: array(
      {
        inputArgName: asyncOptions('listToolInputArgs', {
          label: 'Input Argument Name',
          freeSolo: true,
          optional: true,
        }),
        inputArgValue: string({
          label: 'Input Argument Value',
          optional: true,
          acceptVariable: true,
          isJson: 'perhaps',
        }),
      },
      {
        destination: false,
        label: 'Tool Input Arguments',
        description: "The tool's arguments by name.",
        optional: true,
        acceptVariable: true,
        show: { toolAgentflowSelectedTool: '.+' },
      },
    ),
    // The older product passes both over.
    toolRequiresHumanInput: boolean({
      destination: true,
      label: 'Require Human Input',
      description: 'Ask a person before the tool is used. If the person rejects it, the flow ends here.',
      optional: true,
      show: { toolAgentflowSelectedTool: '.+' },
    }),
    toolDecider: whoDecides({
      over: 'toolAgentflowSelectedTool',
      guard: 'toolRequiresHumanInput',
      show: { toolRequiresHumanInput: true },
    }),
    toolUpdateState: stateUpdate(),
  },
  example: { toolAgentflowSelectedTool: 'calculator' },
  migrations: [{ to: 1.1, name: 'the chosen tool has the name of its step', migrate: renameSelectedTool }],
  build({ inputs }): FlowStep {
    const chosen = inputs.toolAgentflowSelectedTool
    const rows = inputs.toolInputArgs
    const { toolRequiresHumanInput: isGuarded, toolDecider: decider } = inputs
    return {
      kind: 'step',
      async run(turn, run) {
        const tools = await openTools([chosen], run)
        const calls = tools.map((tool, index) => ({
          id: `tool:${index}`,
          name: tool.name,
          input: checkedArguments(tool, toolArguments(rows, tool.parameters)),
        }))
        const guarded = new Map(isGuarded ? tools.map(({ name }) => [name, decider] as const) : [])
        const decision = isGuarded ? await turn.ask('approval', approval(calls, { tools, guarded })) : undefined
        const verdicts = calls.map((call) => verdictOn(call, decision))
        const used = await Promise.allSettled(
          tools.map(async (tool, index) => {
            const verdict = verdicts[index]
            if (verdict?.isRefused) return { content: refusal(verdict.feedback ?? decision?.feedback) }
            const input = changedArguments(tool, verdict?.input) ?? calls[index]?.input ?? {}
            const call = { label: tool.name, effect: effectOf(tool), input }
            return turn.once(`tool:${index}`, call, async (inner) =>
              asResult(await untilAborted(tool.call(input, inner), inner.signal)),
            )
          }),
        )
        const results = used.map((each) => {
          if (each.status === 'rejected') throw each.reason
          return byHand(each.value)
        })
        const content = results.map((result) => result.content).join('\n')
        const artifacts = results.flatMap((result): Artifact[] => result.artifacts ?? [])
        const documents = results.flatMap((result) => result.sourceDocuments ?? [])
        turn.say({ type: 'token', text: content })
        return {
          input: { toolInputArgs: rows ?? [], selectedTool: tools.map(({ name }) => name).join(', ') },
          output: {
            content,
            ...(artifacts.length > 0 && { artifacts }),
            ...(documents.length > 0 && { sourceDocuments: documents }),
          },
          // Nothing was done that what follows could go on from.
          ...(decision && verdicts.every(({ isRefused }) => isRefused) && { taken: [] }),
        }
      },
    }
  },
  load: { listTools, listRuntimeStateKeys, listToolInputArgs },
})

function effectOf({ effect }: Tool): StepEffect {
  return effect ?? 'writes'
}

function checkedArguments(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const input = givenArguments(tool.parameters, given)
  const missing = missingArguments(tool.parameters, input)
  if (missing === undefined) return input
  throw new NodeError(`The tool "${tool.name}" can't be used. ${missing}`, {
    code: 'missing-input',
    field: 'toolInputArgs',
    hint: 'Open the step and enter a value for each of them.',
  })
}

/** What a person changed the arguments to. */
function changedArguments(
  { name, parameters }: Tool,
  changed: Record<string, unknown> | undefined,
): Record<string, unknown> | undefined {
  const fault = changed && argumentFault(changed, parameters)
  if (fault === undefined) return changed
  throw new NodeError(`The changed arguments don't fit "${name}": ${fault}.`, { code: 'bad-input' })
}

function asResult(result: string | ToolResult): ToolResult {
  return typeof result === 'string' ? { content: result } : result
}

/** A call that nobody knew the end of may have been given its result by hand. */
function byHand(value: unknown): ToolResult {
  if (typeof value === 'object' && value !== null && 'content' in value) return value as ToolResult
  return { content: typeof value === 'string' ? value : JSON.stringify(value) }
}

function renameSelectedTool({ selectedTool, selectedToolConfig, ...inputs }: Record<string, unknown>) {
  if (selectedTool === undefined) return inputs
  const config =
    typeof selectedToolConfig === 'object' && selectedToolConfig !== null
      ? { toolAgentflowSelectedToolConfig: { ...selectedToolConfig, toolAgentflowSelectedTool: selectedTool } }
      : {}
  return { toolAgentflowSelectedTool: selectedTool, ...config, ...inputs }
}
