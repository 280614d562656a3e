import { Draft, type EditCatalogue } from '@chatwright/core'
import type { ImportedFlow, ImportedNode, ImportProblem } from '../report.ts'
import { isRecord, list, record, text } from '../shared/values.ts'
import { readDifyModel } from './models.ts'
import type { DifyApp } from './read.ts'

const TOOLS: Readonly<Record<string, string>> = {
  calculator: 'calculator',
  time: 'currentDateTime',
  current_time: 'currentDateTime',
  tavily: 'tavilyAPI',
  tavily_search: 'tavilyAPI',
  searxng: 'searXNG',
  serper: 'serper',
  google: 'serpAPI',
  brave: 'braveSearchAPI',
  arxiv: 'arxiv',
  arxiv_search: 'arxiv',
  wolframalpha: 'wolframAlpha',
  webscraper: 'webScraperTool',
}

/** A tool of Dify's by the name of its provider, or its own; nothing where this product has none like it. */
export function toolNamed(...names: readonly string[]): string | undefined {
  const known = names.map((name) => name.split('/').at(-1) ?? '').find((name) => Object.hasOwn(TOOLS, name))
  return known === undefined ? undefined : TOOLS[known]
}

/** An app that is a model, a prompt and tools: a chat flow whose agent answers. */
export function mapChatApp(app: DifyApp, catalogue: EditCatalogue): ImportedFlow {
  const { modelConfig: config } = app
  const draft = new Draft({ nodes: [], edges: [] }, catalogue)
  const nodes: ImportedNode[] = []
  const problems: ImportProblem[] = []
  const gaps: ImportedFlow['gaps'] = []
  const read = readDifyModel(config['model'])
  const model = read?.chosen ?? { node: 'chatOpenAI', config: {} }
  const modelId = `${model.node}_0`
  draft.try({ do: 'add', node: model.node, id: modelId, inputs: model.config, at: { x: 0, y: 0 } })
  const modelName = text(record(config['model'])['name'], model.node)
  nodes.push({
    name: modelName,
    type: 'model',
    verdict: read?.isKnown === true ? 'same' : 'different',
    to: [modelId],
    note: read?.isKnown === true ? '' : `Enter the address of "${read?.provider ?? ''}" in the model's settings.`,
  })
  const names = catalogue.describe(model.node)?.credential?.credentialNames
  if (names) {
    gaps.push({ name: read?.provider ?? model.node, types: [...names], step: modelId })
    problems.push({
      code: 'credential',
      message: `Choose a credential for "${modelName}".`,
      node: modelName,
      step: modelId,
    })
  }
  draft.try({ do: 'add', node: 'bufferMemory', id: 'bufferMemory_0', at: { x: 0, y: 600 } })
  draft.try({
    do: 'add',
    node: 'toolAgent',
    id: 'toolAgent_0',
    inputs: { systemMessage: promptOf(app, problems) },
    at: { x: 800, y: 100 },
  })
  nodes.push({ name: app.name, type: app.mode, verdict: 'same', to: ['toolAgent_0', 'bufferMemory_0'], note: '' })
  draft.try({ do: 'connect', from: modelId, to: 'toolAgent_0.model' })
  draft.try({ do: 'connect', from: 'bufferMemory_0', to: 'toolAgent_0.memory' })
  addTools(app, { draft, nodes, problems })
  const datasets = list(record(record(config['dataset_configs'])['datasets'])['datasets'])
  for (const each of datasets) {
    const id = text(record(record(each)['dataset'])['id'])
    nodes.push({
      name: id,
      type: 'dataset',
      verdict: 'placeholder',
      to: [],
      note: 'Knowledge is not in the file. Load it into a document store, and add it as a Retriever Tool.',
    })
    problems.push({
      code: 'knowledge',
      message: 'Knowledge is not in the file. Load it into a document store, and add it as a Retriever Tool.',
    })
  }
  return {
    name: app.name,
    kind: 'chat',
    nodes,
    problems,
    flow: draft.flow,
    gaps,
    examples: examplesOf(config),
    links: [],
  }
}

function promptOf({ modelConfig: config }: DifyApp, problems: ImportProblem[]): string {
  const written =
    text(config['pre_prompt']) || text(record(record(config['completion_prompt_config'])['prompt'])['text'])
  const variables = [...written.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  for (const name of new Set(variables))
    problems.push({
      code: 'variable',
      message: `Add the variable "${name}", which the prompt uses.`,
      step: 'toolAgent_0',
    })
  return written.replaceAll(/\{\{(\w+)\}\}/g, '{{$vars.$1}}').trim() || 'You are a helpful assistant.'
}

function addTools(
  app: DifyApp,
  { draft, nodes, problems }: { draft: Draft; nodes: ImportedNode[]; problems: ImportProblem[] },
): void {
  const tools = list(record(app.modelConfig['agent_mode'])['tools']).map((tool) => record(tool))
  const counts = new Map<string, number>()
  for (const tool of tools) {
    if (tool['enabled'] === false) continue
    const name = text(tool['tool_label'] ?? tool['tool_name'], 'tool')
    const known = toolNamed(text(tool['provider_name']), text(tool['provider_id']), text(tool['tool_name']))
    const number = counts.get(known ?? '') ?? 0
    counts.set(known ?? '', number + 1)
    const id = `${known ?? ''}_${number}`
    if (known !== undefined && draft.try({ do: 'add', node: known, id, at: { x: 400, y: 100 + nodes.length * 200 } })) {
      draft.try({ do: 'connect', from: id, to: 'toolAgent_0.tools' })
      nodes.push({ name, type: text(tool['provider_name']), verdict: 'same', to: [id], note: '' })
      continue
    }
    const note = `The tool "${name}" has no counterpart here. The agent goes on without it.`
    nodes.push({ name, type: text(tool['provider_name']), verdict: 'placeholder', to: [], note })
    problems.push({ code: 'tool-missing', message: note, node: name })
  }
}

function examplesOf(config: unknown): ImportedFlow['examples'] {
  const asked = list(record(config)['suggested_questions']).flatMap((each) =>
    typeof each === 'string' && each !== '' ? [{ question: each }] : [],
  )
  return isRecord(config) ? asked.slice(0, 20) : []
}
