import { addTo } from '../shared/groups.ts'
import type { EditCatalogue } from '@chatwright/core'
import type { CredentialGap, ImportedFlow, ImportedNode, ImportProblem, Verdict } from '../report.ts'
import { Drawing, type Exit } from '../shared/drawing.ts'
import { layOut } from '../shared/lay-out.ts'
import { chatModelOf, embeddingsOf, type ChosenModel } from '../shared/models.ts'
import { addPlaceholder } from '../shared/placeholder.ts'
import { rowOf } from '../shared/structured.ts'
import { filled, list, numberOf, quoted, record, text, type Json } from '../shared/values.ts'
import type { LangflowEdge, LangflowFlow, LangflowNode } from './read.ts'

/** What a node gives: text with references, where it comes from, and its parts by name. */
interface Given {
  text: string
  from: readonly Exit[]
  field?(name: string): string
  /** Text of a JSON list. */
  isList?: boolean
}

/** A model as a step holds it, and what it needs once the step is there. */
interface StepModel {
  values: Record<string, unknown>
  gap(id: string): void
}

const NOTHING: Given = { text: '', from: [] }

/** A flow of Langflow: every component gives a value, and those that work are steps. */
export class LangflowMap {
  readonly #flow: LangflowFlow
  readonly #drawing: Drawing
  readonly #byId: ReadonlyMap<string, LangflowNode>
  readonly #into = new Map<string, LangflowEdge[]>()
  readonly #from = new Map<string, LangflowEdge[]>()
  readonly #report = new Map<string, ImportedNode>()
  readonly #problems: ImportProblem[] = []
  readonly #gaps: CredentialGap[] = []
  readonly #given = new Map<string, Given>()
  readonly #underWay = new Set<string>()
  readonly #inside = new Map<string, string>()
  #container: string | undefined
  #start = ''

  constructor(flow: LangflowFlow, catalogue: EditCatalogue) {
    this.#flow = flow
    this.#drawing = new Drawing(catalogue)
    this.#byId = new Map(flow.nodes.map((node) => [node.id, node]))
    for (const edge of flow.edges) {
      addTo(this.#into, edge.to, edge)
      addTo(this.#from, edge.from, edge)
    }
  }

  run(): ImportedFlow {
    const hook = this.#flow.nodes.find(({ type }) => type === 'Webhook')
    const hasChat = this.#flow.nodes.some(({ type }) => type === 'ChatInput')
    const isHook = hook !== undefined && !hasChat
    this.#start = this.#drawing.add({
      node: 'startAgentflow',
      label: 'Start',
      inputs: isHook ? { startInputType: 'webhookTrigger', webhookInputMode: 'payload' } : {},
    })
    for (const node of this.#flow.nodes) if (!node.isNote && this.#isEnd(node)) this.#work(node)
    for (const node of this.#flow.nodes) if (!node.isNote) this.#work(node)
    for (const node of this.#flow.nodes) {
      if (!node.isNote) continue
      const note = text(node.data['description'])
      const id = this.#drawing.add({ node: 'stickyNoteAgentflow', label: 'Sticky Note', inputs: { note } })
      this.#tell(node, 'note', [id])
    }
    this.#answer()
    layOut(this.#drawing)
    return {
      name: this.#flow.name,
      kind: 'agents',
      nodes: [...this.#report.values()],
      problems: this.#problems,
      flow: this.#drawing.flow,
      gaps: this.#gaps,
      examples: this.#examples(),
      links: [],
    }
  }

  #examples(): ImportedFlow['examples'] {
    const input = this.#flow.nodes.find(({ type }) => type === 'ChatInput')
    const question = input ? text(this.#value(input, 'input_value')).trim() : ''
    return question === '' ? [] : [{ question }]
  }

  #isEnd({ id, type }: LangflowNode): boolean {
    return type === 'ChatOutput' || type === 'TextOutput' || !this.#from.has(id)
  }

  #tell(node: LangflowNode, verdict: Verdict, to: readonly string[], note = ''): void {
    this.#report.set(node.id, { name: node.name, type: node.type, verdict, to: [...to], note })
  }

  /** A setting as it is written in the file; one that names a variable is read from it. */
  #value(node: LangflowNode, field: string): unknown {
    const held = record(node.template[field])
    return held['load_from_db'] === true &&
      typeof held['value'] === 'string' &&
      held['value'] !== '' &&
      held['type'] !== 'password' &&
      held['password'] !== true
      ? `{{$vars.${held['value']}}}`
      : held['value']
  }

  #edgesTo(node: LangflowNode, field: string): LangflowEdge[] {
    return (this.#into.get(node.id) ?? []).filter((edge) => edge.field === field)
  }

  #sources(node: LangflowNode, ...fields: string[]): LangflowNode[] {
    return (this.#into.get(node.id) ?? []).flatMap(({ from, field }) => {
      const source = fields.includes(field) ? this.#byId.get(from) : undefined
      return source ? [source] : []
    })
  }

  /** What is connected to an input, or written into it. */
  #input(node: LangflowNode, ...fields: string[]): Given {
    for (const field of fields) {
      const given = this.#edgesTo(node, field).flatMap(({ from, output }) => {
        const source = this.#byId.get(from)
        return source ? [this.#work(source, output)] : []
      })
      const [only] = given
      if (only && given.length === 1) return only
      if (given.length > 1)
        return { text: given.map((each) => each.text).join('\n'), from: given.flatMap((each) => each.from) }
      const written = shown(this.#value(node, field))
      if (written !== '') return { text: braces(written), from: [] }
    }
    return NOTHING
  }

  /** What a node gives; it is mapped when it is first asked for. */
  #work(node: LangflowNode, output = ''): Given {
    const key = `${node.id}\n${BRANCHING.has(node.type) || node.type === 'LoopComponent' ? output : ''}`
    const known = this.#given.get(key)
    if (known) return known
    // What goes round is the loop's own way back.
    if (this.#underWay.has(node.id)) return this.#given.get(`${node.id}\nitem`) ?? NOTHING
    this.#underWay.add(node.id)
    const outer = this.#container
    this.#container = this.#inside.get(node.id) ?? outer
    const given = this.#map(node, output)
    this.#container = outer
    this.#underWay.delete(node.id)
    if (!this.#given.has(key)) this.#given.set(key, given)
    return this.#given.get(key) ?? given
  }

  #addStep(
    node: LangflowNode,
    step: string,
    inputs: Record<string, unknown>,
    from: readonly Exit[],
    label = node.name,
  ): string {
    const id = this.#drawing.add({ node: step, label, container: this.#container, inputs })
    const ways = from.length > 0 ? from : this.#container === undefined ? [{ id: this.#start }] : []
    for (const way of ways) {
      const [container, own] = [this.#places.get(way.id), this.#container]
      if (container === own) this.#drawing.connect(way, id)
      else if (own === undefined && container !== undefined) this.#drawing.connect({ id: container }, id)
    }
    this.#places.set(id, this.#container)
    return id
  }

  readonly #places = new Map<string, string | undefined>()

  #said(id: string, isStructured = false): Given {
    return {
      text: `{{${id}.output.content}}`,
      from: [{ id }],
      field: (name) =>
        name === 'text' && !isStructured
          ? `{{${id}.output.content}}`
          : `{{${id}.output${isStructured ? '' : '.content'}.${name}}}`,
    }
  }

  #placeholder(node: LangflowNode, hint: string): Given {
    const inputs = (this.#into.get(node.id) ?? []).flatMap((edge) => {
      const source = this.#byId.get(edge.from)
      return source ? [...this.#work(source, edge.output).from] : []
    })
    const code = text(record(node.template['code'])['value'])
    const settings = Object.fromEntries(
      Object.entries(node.template).flatMap(([name, field]) =>
        name === 'code' || record(field)['value'] === undefined ? [] : [[name, record(field)['value']]],
      ),
    )
    const { id, sentence } = addPlaceholder(this.#drawing, {
      product: 'Langflow',
      label: node.name,
      type: node.type,
      hint,
      settings: { settings, code },
      container: this.#container,
    })
    for (const way of inputs.length > 0 ? inputs : this.#container === undefined ? [{ id: this.#start }] : [])
      this.#drawing.connect(way, id)
    this.#places.set(id, this.#container)
    this.#problems.push({ code: 'placeholder', message: sentence, node: node.name, step: id })
    this.#tell(node, 'placeholder', [id], sentence)
    return this.#said(id)
  }

  #map(node: LangflowNode, output: string): Given {
    if (node.isOwn)
      return this.#placeholder(
        node,
        'Its code was written for Langflow. The code is kept; write it anew in JavaScript.',
      )
    const mapped = this.#attempt(node, output)
    return typeof mapped === 'string' ? this.#placeholder(node, mapped) : mapped
  }

  #attempt(node: LangflowNode, output: string): Given | string {
    if (output === 'component_as_tool') return this.#used(node, '')
    if (MODELS.has(node.type)) return this.#mapModel(node, output)
    if (EMBEDDINGS.has(node.type)) return this.#used(node, '')
    switch (node.type) {
      case 'ChatInput':
        this.#tell(node, 'same', [this.#start])
        return { text: '{{question}}', from: [] }
      case 'Webhook':
        this.#tell(node, 'same', [this.#start])
        return { text: '{{$webhook.body}}', from: [], field: (name) => `{{$webhook.body.${name}}}` }
      case 'ChatOutput':
      case 'TextOutput':
        return this.#mapOutput(node)
      case 'TextInput':
      case 'PassMessage':
      case 'Pass': {
        const given = this.#input(node, 'input_value', 'input_message')
        this.#tell(node, 'same', [])
        return given
      }
      case 'Prompt':
      case 'Prompt Template':
      case 'PromptTemplate':
      case 'PromptComponent':
      case 'ChatPromptTemplate':
        return this.#mapPrompt(node)
      case 'Agent':
      case 'ToolCallingAgent':
      case 'OpenAIToolsAgent':
      case 'XMLAgent':
      case 'JsonAgent':
      case 'ZeroShotAgent':
      case 'AgentInitializer':
      case 'VectorStoreAgent':
      case 'OpenDsStarAgent':
      case 'CSVAgent':
        return this.#mapAgent(node)
      case 'LLMChain':
      case 'ConversationChain':
      case 'TimeTravelGuideChain':
      case 'MidJourneyPromptChain':
      case 'SeriesCharacterChain':
        return this.#mapChain(node)
      case 'Memory':
      case 'MessageHistory':
        this.#tell(
          node,
          this.#value(node, 'mode') === 'Store' ? 'dropped' : 'same',
          [],
          this.#value(node, 'mode') === 'Store' ? 'Messages are kept anyway.' : '',
        )
        return { text: '{{chat_history}}', from: [] }
      case 'ConversationBufferMemory':
      case 'ConversationBufferWindowMemory':
      case 'ConversationSummaryMemory':
      case 'MemoryBase':
        return this.#used(node, node.type === 'MemoryBase' ? 'The conversation is remembered by the agent.' : '')
      case 'Parser':
      case 'parser':
      case 'ParserComponent':
      case 'ParseData':
      case 'ParseDataFrame':
        return this.#mapParser(node)
      case 'TypeConverterComponent':
      case 'TypeConverter':
      case 'MessagetoData':
      case 'MessageToData':
      case 'MergeFlows':
      case 'CreateData': {
        const given = this.#input(node, 'input_data', 'message', 'input_value', 'inputs')
        this.#tell(node, 'dropped', [], 'Steps hand on text and data alike.')
        return given
      }
      case 'CombineText': {
        const [one, other] = [this.#input(node, 'text1'), this.#input(node, 'text2')]
        this.#tell(node, 'same', [])
        return {
          text: `${one.text}${text(this.#value(node, 'delimiter'), ' ')}${other.text}`,
          from: [...one.from, ...other.from],
        }
      }
      case 'StructuredOutput':
      case 'StructuredOutputComponent':
        return this.#mapStructured(node)
      case 'URL':
      case 'URLComponent':
        return this.#mapPages(node)
      case 'File':
      case 'FileContentRetriever':
      case 'ReadFile':
        this.#tell(node, 'different', [], 'The text of files that are attached to the question is read.')
        return { text: '{{file_attachment}}', from: [], field: () => '{{file_attachment}}' }
      case 'SplitText':
      case 'CharacterTextSplitter':
      case 'RecursiveCharacterTextSplitter':
        return this.#mapSplit(node)
      case 'APIRequest':
        return this.#mapRequest(node)
      case 'LoopComponent':
      case 'Loop':
        return this.#mapLoop(node, output)
      case 'BatchRunComponent':
      case 'BatchRun':
        return this.#mapBatch(node)
      case 'ConditionalRouter':
        return this.#mapCondition(node, output)
      case 'SmartRouter':
        return this.#mapRouter(node, output)
      case 'HumanInput':
        return this.#mapHuman(node, output)
      case 'CurrentDate':
      case 'CurrentDateComponent':
        this.#tell(node, 'same', [])
        return { text: '{{current_date_time}}', from: [] }
      case 'DataOperations':
        return this.#mapData(node)
      case 'KnowledgeIngestion':
        this.#tell(node, 'different', [], 'Documents are loaded in a document store, not by a run.')
        return this.#input(node, 'input_df')
    }
    if (STORES.has(node.type)) return this.#mapStore(node, output)
    return this.#mapTool(node)
  }

  /** It serves another node, which tells of it. */
  #used(node: LangflowNode, note: string): Given {
    if (!this.#report.has(node.id)) {
      const users = (this.#from.get(node.id) ?? []).flatMap(({ to }) => this.#byId.get(to) ?? [])
      const isUsed = users.length > 0
      this.#tell(
        node,
        isUsed ? (note === '' ? 'same' : 'different') : 'dropped',
        [],
        isUsed ? note : 'Nothing uses it.',
      )
    }
    return NOTHING
  }

  /** The connected output becomes the answer: the step itself where it is the last, a reply where it is not. */
  #mapOutput(node: LangflowNode): Given {
    const given = this.#input(node, 'input_value')
    this.#outputs.push({ node, given })
    this.#tell(node, 'same', [])
    return given
  }

  readonly #outputs: { node: LangflowNode; given: Given }[] = []

  #answer(): void {
    for (const { node, given } of this.#outputs) {
      const [only] = given.from
      const isLast =
        only !== undefined &&
        given.from.length === 1 &&
        given.text === `{{${only.id}.output.content}}` &&
        only.branch === undefined &&
        !this.#drawing.flow.edges.some(({ source }) => source === only.id)
      if (isLast && this.#places.get(only.id) === undefined) {
        this.#tell(node, 'same', [only.id])
        continue
      }
      this.#container = undefined
      const id = this.#addStep(
        node,
        'directReplyAgentflow',
        { directReplyMessage: given.text.trim() === '' ? ' ' : given.text },
        given.from,
      )
      this.#tell(node, 'same', [id])
    }
  }

  #mapPrompt(node: LangflowNode): Given {
    const from: Exit[] = []
    const source =
      text(this.#value(node, 'template')) || text(record(record(node.template['prompt'])['value'])['template'])
    const written = source.replaceAll(/\{\{|\}\}|\{([A-Za-z_][\w ]*)\}/g, (whole, name?: string) => {
      if (name === undefined) return whole === '{{' ? '\u0001' : '\u0002'
      const given = this.#input(node, name)
      from.push(...given.from)
      if (given !== NOTHING) return given.text
      // What nobody fills in is asked of whoever runs the flow.
      return /history/.test(name)
        ? '{{chat_history}}'
        : this.#flow.nodes.some(({ type }) => type === 'ChatInput')
          ? ''
          : '{{question}}'
    })
    this.#tell(node, 'same', [])
    return { text: written.replaceAll('\u0001', '{').replaceAll('\u0002', '}'), from }
  }

  #model(node: LangflowNode): ChosenModel | undefined {
    const choice = record(list(this.#value(node, 'model'))[0] ?? this.#value(node, 'model'))
    const provider =
      text(choice['provider'] ?? this.#value(node, 'agent_llm') ?? this.#value(node, 'provider')) ||
      (MODELS.get(node.type) ?? 'OpenAI')
    const model = text(choice['name']) || text(this.#value(node, 'model_name') ?? this.#value(node, 'model'))
    const limit = numberOf(this.#value(node, 'max_tokens'))
    const address = text(this.#value(node, 'openai_api_base') ?? this.#value(node, 'base_url'))
    return chatModelOf(providerKey(provider), {
      model: model || undefined,
      temperature: numberOf(this.#value(node, 'temperature')),
      maxTokens: limit !== undefined && limit > 0 ? limit : undefined,
      ...(/^https?:\/\//.test(address) && providerKey(provider) === 'ollama' && { address }),
    })
  }

  /** The model that another component gives, or the node's own. */
  #modelFor(node: LangflowNode, input: string, ...fields: string[]): StepModel | undefined {
    const [source] = this.#sources(node, ...fields)
    const chosen = this.#model(source ?? node)
    if (!chosen) return undefined
    return {
      values: { [input]: chosen.node, [`${input}Config`]: { ...chosen.config, [input]: chosen.node } },
      gap: (id) => {
        if (source) this.#tell(source, 'same', [...new Set([...(this.#report.get(source.id)?.to ?? []), id])])
        this.#gap(node, id, chosen.node, input)
      },
    }
  }

  #gap(node: LangflowNode, step: string, chosen: string, input: string): void {
    const declared = this.#drawing.describe(chosen)?.credential
    if (!declared?.credentialNames || declared.optional === true) return
    this.#gaps.push({ name: declared.credentialNames[0] ?? chosen, types: [...declared.credentialNames], step, input })
    this.#problems.push({
      code: 'credential',
      message: `Choose a credential for "${node.name}" (${declared.credentialNames[0] ?? chosen}).`,
      node: node.name,
      step,
    })
  }

  #mapModel(node: LangflowNode, output: string): Given | string {
    const isUsed = (this.#from.get(node.id) ?? []).every(
      (edge) =>
        edge.output === 'model_output' ||
        edge.output.includes('LanguageModel') ||
        ['llm', 'model', 'judge_llm'].includes(edge.field),
    )
    const isServing = output === 'model_output' || (isUsed && this.#from.has(node.id))
    if (isServing) return this.#used(node, '')
    const model = this.#modelFor(node, 'llmModel')
    if (!model) return 'Its provider has no counterpart here. Choose another model.'
    const [input, system] = [this.#input(node, 'input_value'), this.#input(node, 'system_message', 'system')]
    return this.#ask(node, model, { system, input })
  }

  #ask(
    node: LangflowNode,
    model: StepModel,
    { system, input, more = {} }: { system: Given; input: Given; more?: Record<string, unknown> },
  ): Given {
    const messages = [
      { role: 'system', content: system.text },
      { role: 'user', content: input.text || '{{question}}' },
    ].filter(({ content }) => content.trim() !== '')
    const id = this.#addStep(
      node,
      'llmAgentflow',
      {
        ...model.values,
        llmMessages: messages,
        llmEnableMemory: false,
        llmReturnResponseAs: 'assistantMessage',
        ...more,
      },
      [...input.from, ...system.from],
    )
    model.gap(id)
    this.#tell(node, 'same', [id])
    return this.#said(id, more['llmStructuredOutput'] !== undefined)
  }

  #mapChain(node: LangflowNode): Given | string {
    const model = this.#modelFor(node, 'llmModel', 'llm')
    if (!model) return 'Its model has no counterpart here. Choose another one.'
    const [memory] = this.#sources(node, 'memory')
    const prompt = this.#input(node, 'prompt')
    const hasMemory = memory !== undefined && !prompt.text.includes('{{chat_history}}')
    const given = this.#ask(node, model, {
      system: NOTHING,
      input: prompt,
      more: hasMemory ? { llmEnableMemory: true } : {},
    })
    if (memory)
      this.#tell(
        memory,
        'same',
        given.from.map(({ id }) => id),
      )
    return given
  }

  #mapStructured(node: LangflowNode): Given | string {
    const model = this.#modelFor(node, 'llmModel', 'llm', 'model')
    if (!model) return 'Its model has no counterpart here. Choose another one.'
    const rows = list(this.#value(node, 'output_schema')).map((each) => {
      const { name, type, description, multiple } = record(each)
      const kind = { int: 'number', float: 'number', bool: 'boolean' }[text(type)] ?? 'string'
      const isMany = multiple === true || multiple === 'True'
      return {
        ...rowOf(text(name, 'field'), isMany ? { type: 'array', items: { type: kind } } : { type: kind }),
        description: text(description),
      }
    })
    if (rows.length === 0) return 'It does not say which values are wanted.'
    return this.#ask(node, model, {
      system: this.#input(node, 'system_prompt'),
      input: this.#input(node, 'input_value'),
      more: { llmStructuredOutput: rows },
    })
  }

  #mapAgent(node: LangflowNode): Given | string {
    const model = this.#modelFor(node, 'agentModel', 'agent_llm', 'llm', 'model')
    if (!model) return 'Its model has no counterpart here. Choose another one.'
    const [input, system] = [this.#input(node, 'input_value'), this.#input(node, 'system_prompt')]
    const tools: Record<string, unknown>[] = []
    const knowledge: Record<string, unknown>[] = []
    const chosen: { name: string; input: string; node: LangflowNode }[] = []
    const add = (source: LangflowNode, name: string, config: Record<string, unknown> = {}): void => {
      chosen.push({ name, input: `agentTools[${tools.length}].agentSelectedTool`, node: source })
      tools.push({ agentSelectedTool: name, agentSelectedToolConfig: { ...config, agentSelectedTool: name } })
    }
    if (this.#value(node, 'add_current_date_tool') === true) add(node, 'currentDateTime')
    if (this.#value(node, 'add_calculator_tool') === true) add(node, 'calculator')
    const missing: LangflowNode[] = []
    const served: LangflowNode[] = []
    for (const source of this.#sources(node, 'tools', 'toolkit', 'vectorstoreinfo')) {
      const inner = this.#sources(source, 'vectorstore')[0]
      const store = inner ?? source
      const tool = toolOf(source)
      if (source.type === 'MemoryBase')
        this.#tell(source, 'different', [], 'The conversation is remembered by the agent.')
      else if (STORES.has(store.type)) {
        knowledge.push({
          ...this.#storeRow(store),
          knowledgeName: source.name,
          knowledgeDescription: text(this.#value(source, 'description')) || source.name,
        })
        served.push(source, store)
      } else if (tool) {
        add(source, tool.node, tool.config)
        served.push(source)
      } else missing.push(source)
    }
    const isFirst = input.text === '{{question}}' || input.text === ''
    const window = numberOf(this.#value(node, 'n_messages'))
    const inputs = {
      ...model.values,
      agentMessages: [
        { role: 'system', content: system.text },
        ...(isFirst ? [] : [{ role: 'user', content: input.text }]),
      ].filter(({ content }) => content.trim() !== ''),
      agentEnableMemory: isFirst,
      ...(isFirst &&
        window !== undefined &&
        window > 0 && { agentMemoryType: 'windowSize', agentMemoryWindowSize: window }),
      ...(tools.length > 0 && { agentTools: tools }),
      ...(knowledge.length > 0 && { agentKnowledgeVSEmbeddings: knowledge }),
      ...((numberOf(this.#value(node, 'max_iterations')) ?? 0) > 0 && {
        agentMaxIterations: numberOf(this.#value(node, 'max_iterations')),
      }),
      agentReturnResponseAs: 'assistantMessage',
    }
    const id = this.#addStep(node, 'agentAgentflow', inputs, [...input.from, ...system.from])
    model.gap(id)
    for (const each of chosen) this.#gap(each.node, id, each.name, each.input)
    for (const each of served) {
      const isOther = STORES.has(each.type) || toolOf(each)?.isOther === true
      this.#tell(
        each,
        isOther ? 'different' : 'same',
        [id],
        isOther
          ? STORES.has(each.type)
            ? 'The documents are kept on this server. Load them again.'
            : 'It works with another service here.'
          : '',
      )
    }
    for (const each of missing) {
      const sentence = `"${node.name}" goes on without the tool "${each.name}", which has no counterpart here.`
      this.#tell(each, 'placeholder', [], sentence)
      this.#problems.push({ code: 'tool-missing', message: sentence, node: each.name, step: id })
    }
    this.#tell(node, 'same', [id])
    return this.#said(id)
  }

  #mapParser(node: LangflowNode): Given {
    const given = this.#input(node, 'input_data', 'data', 'df')
    const pattern = text(this.#value(node, 'pattern') ?? this.#value(node, 'template'))
    const isWhole = this.#value(node, 'mode') === 'Stringify' || pattern.trim() === '{text}' || pattern === ''
    const said = isWhole
      ? given.text
      : pattern.replaceAll(
          /\{([A-Za-z_][\w ]*)\}/g,
          (_, name: string) => given.field?.(name) ?? (name === 'text' ? given.text : given.text),
        )
    this.#tell(
      node,
      isWhole || given.isList !== true ? 'same' : 'different',
      [],
      given.isList === true && !isWhole ? 'It writes the list as a whole, not each of its rows.' : '',
    )
    return { text: said, from: given.from }
  }

  #mapPages(node: LangflowNode): Given {
    const urls = list(this.#value(node, 'urls'))
      .map((url) => text(url))
      .filter((url) => url !== '')
    const given =
      this.#edgesTo(node, 'urls').length > 0 ? this.#input(node, 'urls') : { text: JSON.stringify(urls), from: [] }
    const code = `const read = (value) => { try { const list = JSON.parse(value); return Array.isArray(list) ? list : [value] } catch { return String(value).split(/\\s+/) } }
const words = (html) => html.replace(/<(script|style|head)[^]*?<\\/\\1>/gi, ' ').replace(/<[^>]+>/g, ' ').replace(/&nbsp;/g, ' ').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&').replace(/\\s+/g, ' ').trim()
const pages = []
for (const url of read($urls).filter(Boolean)) {
  const answer = await fetch(/^https?:/.test(url) ? url : 'https://' + url)
  pages.push(${this.#value(node, 'format') === 'HTML' ? 'await answer.text()' : 'words(await answer.text())'})
}
return pages.join('\\n\\n')`
    const id = this.#addStep(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: [{ variableName: 'urls', variableValue: given.text }],
        customFunctionJavascriptFunction: code,
      },
      given.from,
    )
    const isDeep = (numberOf(this.#value(node, 'max_depth')) ?? 1) > 1
    this.#tell(
      node,
      isDeep ? 'different' : 'code',
      [id],
      isDeep ? 'It reads the pages themselves, not those that they link to.' : '',
    )
    return { ...this.#said(id), field: () => `{{${id}.output.content}}` }
  }

  #mapSplit(node: LangflowNode): Given {
    const given = this.#input(node, 'data_inputs', 'documents', 'data_input', 'data_inputs')
    const users = (this.#from.get(node.id) ?? []).flatMap(({ to }) => this.#byId.get(to)?.type ?? [])
    if (users.every((type) => STORES.has(type) || type === 'KnowledgeIngestion')) {
      this.#tell(node, 'different', [], 'Documents are split where they are loaded: in a document store.')
      return given
    }
    const size = numberOf(this.#value(node, 'chunk_size')) ?? 1000
    const id = this.#addStep(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: [{ variableName: 'text', variableValue: given.text }],
        customFunctionJavascriptFunction: `const parts = String($text).split(${quoted(text(this.#value(node, 'separator'), '\n').replaceAll('\\n', '\n') || '\n')})\nconst chunks = []\nfor (const part of parts) {\n  if (chunks.length > 0 && chunks.at(-1).length + part.length < ${size}) chunks[chunks.length - 1] += '\\n' + part\n  else chunks.push(part)\n}\nreturn chunks`,
      },
      given.from,
    )
    this.#tell(node, 'code', [id])
    return { ...this.#said(id), isList: true }
  }

  #mapRequest(node: LangflowNode): Given | string {
    const url = this.#input(node, 'url_input', 'urls')
    const method = text(this.#value(node, 'method'), 'GET').toUpperCase()
    if (url.text === '') return 'It has no address.'
    const rows = (field: string) =>
      list(this.#value(node, field))
        .map((row) => ({ key: text(record(row)['key']), value: shown(record(row)['value']) }))
        .filter(({ key }) => key !== '')
    const body = Object.fromEntries(rows('body').map(({ key, value }) => [key, value]))
    const id = this.#addStep(
      node,
      'httpAgentflow',
      {
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? method : 'GET',
        url: url.text,
        headers: rows('headers'),
        ...(method !== 'GET' && Object.keys(body).length > 0 && { bodyType: 'json', body: JSON.stringify(body) }),
      },
      url.from,
    )
    this.#tell(node, 'same', [id])
    return {
      text: `{{${id}.output.http.data}}`,
      from: [{ id }],
      field: (name) =>
        name === 'result' || name === 'text' ? `{{${id}.output.http.data}}` : `{{${id}.output.http.data.${name}}}`,
    }
  }

  #items(node: LangflowNode, given: Given): { id: string; prepared: string } {
    const code =
      "const given = (() => { try { return JSON.parse($list) } catch { return $list } })()\nconst list = Array.isArray(given) ? given : given === undefined || given === '' ? [] : [given]\nreturn list.map((item) => (typeof item === 'object' && item !== null ? item : { text: item }))"
    const prepared = this.#addStep(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: [{ variableName: 'list', variableValue: given.text }],
        customFunctionJavascriptFunction: code,
      },
      given.from,
      `Items of ${node.name}`,
    )
    const id = this.#addStep(node, 'iterationAgentflow', { iterationInput: `{{${prepared}.output.content}}` }, [
      { id: prepared },
    ])
    return { id, prepared }
  }

  #mapLoop(node: LangflowNode, output: string): Given {
    const known = this.#given.get(`${node.id}\ndone`)
    if (known) return this.#given.get(`${node.id}\n${output}`) ?? known
    const { id, prepared } = this.#items(node, this.#input(node, 'data'))
    const item: Given = { text: '{{$iteration.text}}', from: [], field: (name) => `{{$iteration.${name}}}` }
    const done: Given = { text: `{{${id}.output.content}}`, from: [{ id }], isList: true }
    this.#given.set(`${node.id}\nitem`, item)
    this.#given.set(`${node.id}\ndone`, done)
    const body = this.#bodyOf(node)
    for (const each of body) this.#inside.set(each.id, id)
    const outer = this.#container
    this.#container = id
    for (const edge of this.#into.get(node.id) ?? []) {
      const end = this.#byId.get(edge.from)
      if (edge.field !== 'data' && end && body.includes(end)) this.#work(end, edge.output)
      else if (end && body.includes(end)) this.#work(end, edge.output)
    }
    this.#container = outer
    this.#tell(
      node,
      body.length > 0 ? 'same' : 'placeholder',
      [prepared, id],
      body.length > 0 ? '' : 'Nothing stands between its outputs.',
    )
    return output === 'item' ? item : done
  }

  /** What leads from a loop's items back to it. */
  #bodyOf(loop: LangflowNode): LangflowNode[] {
    const reach = (starts: readonly string[], next: (id: string) => string[]): Set<string> => {
      const found = new Set(starts)
      for (const id of found) for (const to of next(id)) if (to !== loop.id) found.add(to)
      return found
    }
    const forward = reach(
      (this.#from.get(loop.id) ?? []).filter(({ output }) => output === 'item').map(({ to }) => to),
      (id) => (this.#from.get(id) ?? []).map(({ to }) => to),
    )
    const back = reach(
      (this.#into.get(loop.id) ?? []).map(({ from }) => from),
      (id) => (this.#into.get(id) ?? []).map(({ from }) => from),
    )
    return [...forward].filter((id) => back.has(id)).flatMap((id) => this.#byId.get(id) ?? [])
  }

  #mapBatch(node: LangflowNode): Given | string {
    const model = this.#modelFor(node, 'llmModel', 'model')
    if (!model) return 'Its model has no counterpart here. Choose another one.'
    const { id, prepared } = this.#items(node, this.#input(node, 'df'))
    const column = text(this.#value(node, 'column_name'))
    const outer = this.#container
    this.#container = id
    const step = this.#drawing.add({
      node: 'llmAgentflow',
      label: node.name,
      container: id,
      inputs: {
        ...model.values,
        llmMessages: [
          { role: 'system', content: text(this.#value(node, 'system_message')) },
          { role: 'user', content: column === '' ? '{{$iteration}}' : `{{$iteration.${column}}}` },
        ].filter(({ content }) => content !== ''),
        llmEnableMemory: false,
        llmReturnResponseAs: 'assistantMessage',
      },
    })
    this.#container = outer
    model.gap(step)
    this.#tell(node, 'same', [prepared, id, step])
    return { text: `{{${id}.output.content}}`, from: [{ id }], isList: true }
  }

  #mapCondition(node: LangflowNode, output: string): Given {
    const given = this.#input(node, 'input_text')
    const operator = text(this.#value(node, 'operator'), 'equals')
    const operation =
      {
        equals: 'equal',
        'not equals': 'notEqual',
        contains: 'contains',
        'starts with': 'startsWith',
        'ends with': 'endsWith',
        regex: 'regex',
        'less than': 'smaller',
        'greater than': 'larger',
        'less than or equal': 'smallerEqual',
        'greater than or equal': 'largerEqual',
      }[operator] ?? 'equal'
    const isNumber = /than/.test(operator)
    const match = this.#input(node, 'match_text')
    const id = this.#addStep(
      node,
      'conditionAgentflow',
      {
        conditions: [
          {
            type: isNumber ? 'number' : 'string',
            value1: given.text,
            operation,
            value2: isNumber ? (numberOf(match.text) ?? 0) : match.text,
          },
        ],
      },
      [...given.from, ...match.from],
    )
    const message = this.#input(node, 'message', 'true_case_message')
    this.#tell(node, 'same', [id])
    const branches = new Map([
      ['true_result', '0'],
      ['false_result', '1'],
    ])
    for (const [name, branch] of branches)
      this.#given.set(`${node.id}\n${name}`, { text: message.text || given.text, from: [{ id, branch }] })
    return this.#given.get(`${node.id}\n${output}`) ?? { text: given.text, from: [{ id, branch: '0' }] }
  }

  #mapRouter(node: LangflowNode, output: string): Given | string {
    const model = this.#modelFor(node, 'conditionAgentModel', 'llm', 'model')
    if (!model) return 'Its model has no counterpart here. Choose another one.'
    const given = this.#input(node, 'input_text')
    const routes = list(this.#value(node, 'routes')).map((row) => record(row))
    if (routes.length === 0) return 'It has no routes.'
    const id = this.#addStep(
      node,
      'conditionAgentAgentflow',
      {
        ...model.values,
        conditionAgentInstructions: 'Choose the route that fits the text.',
        conditionAgentInput: given.text || '{{question}}',
        conditionAgentScenarios: routes.map((row) => ({
          scenario: [text(row['route_category']), text(row['route_description'])]
            .filter((words) => words !== '')
            .join(': '),
        })),
        conditionAgentEnableMemory: false,
      },
      given.from,
    )
    model.gap(id)
    this.#tell(node, 'same', [id])
    for (const index of routes.keys())
      this.#given.set(`${node.id}\ncategory_${index + 1}_result`, {
        text: given.text,
        from: [{ id, branch: String(index) }],
      })
    return (
      this.#given.get(`${node.id}\n${output}`) ?? {
        text: given.text,
        from: [{ id, branch: String(routes.length - 1) }],
      }
    )
  }

  #mapHuman(node: LangflowNode, output: string): Given {
    const given = this.#input(node, 'prompt')
    const decisions = list(this.#value(node, 'decisions')).map((each) => text(each))
    const id = this.#addStep(
      node,
      'humanInputAgentflow',
      {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: given.text || 'Continue?',
        ...(decisions[0] !== undefined && { humanInputProceedLabel: decisions[0] }),
        ...(decisions[1] !== undefined && { humanInputRejectLabel: decisions[1] }),
      },
      given.from,
    )
    this.#tell(
      node,
      decisions.length > 2 ? 'different' : 'same',
      [id],
      decisions.length > 2 ? 'It has two buttons.' : '',
    )
    for (const [index, decision] of (decisions.length > 0 ? decisions : ['approve', 'reject']).entries()) {
      const name = `branch_${decision.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`
      this.#given.set(`${node.id}\n${name}`, {
        text: index === 0 ? 'Approved' : decision,
        from: [{ id, branch: String(Math.min(1, index)) }],
      })
    }
    return this.#given.get(`${node.id}\n${output}`) ?? { text: given.text, from: [{ id, branch: '0' }] }
  }

  #mapData(node: LangflowNode): Given | string {
    const given = this.#input(node, 'data')
    const operation = text(record(list(this.#value(node, 'operations'))[0])['name'])
    const keys = list(this.#value(node, 'select_keys_input')).map((key) => text(key))
    const ways: Readonly<Record<string, string>> = {
      'Select Keys': `Object.fromEntries(${quoted(keys)}.map((key) => [key, data[key]]))`,
      'Literal Eval': 'data',
      'Remove Keys': `Object.fromEntries(Object.entries(data).filter(([key]) => !${quoted(list(this.#value(node, 'remove_keys_input')))}.includes(key)))`,
      'Append or Update': `{ ...data, ...${quoted(record(this.#value(node, 'append_update_data')))} }`,
      'Rename Keys': `Object.fromEntries(Object.entries(data).map(([key, value]) => [${quoted(record(this.#value(node, 'rename_keys_input')))}[key] ?? key, value]))`,
    }
    const way = ways[operation]
    if (way === undefined) return `The operation "${operation}" has no counterpart here.`
    const id = this.#addStep(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: [
          { variableName: 'data', variableValue: given.text.replace(/^\{\{\$iteration\.text\}\}$/, '{{$iteration}}') },
        ],
        customFunctionJavascriptFunction: `const read = (() => { try { return JSON.parse($data) } catch { return { text: $data } } })()\nconst data = typeof read === 'object' && read !== null ? read : { text: read }\nreturn ${way}`,
      },
      given.from,
    )
    this.#tell(node, 'code', [id])
    return this.#said(id)
  }

  #storeRow(node: LangflowNode): Record<string, unknown> {
    const [source] = this.#sources(node, 'embedding', 'embedding_model')
    const provider = source ? EMBEDDINGS.get(source.type) || text(this.#value(source, 'provider'), 'OpenAI') : ''
    const model = source ? text(this.#value(source, 'model') ?? this.#value(source, 'model_name')) : ''
    const embeddings = (source && embeddingsOf(providerKey(provider), model || undefined)) ?? {
      node: 'builtInEmbeddings',
      config: {},
    }
    if (source) this.#tell(source, 'same', [])
    const name =
      text(
        this.#value(node, 'collection_name') ?? this.#value(node, 'index_name') ?? this.#value(node, 'knowledge_base'),
      ) || 'documents'
    const store = STORES.get(node.type) ?? 'builtInVectorStore'
    const config =
      store === 'chroma'
        ? { collectionName: name, chromaURL: text(this.#value(node, 'chroma_server_host')) }
        : store === 'pinecone'
          ? { pineconeIndex: name }
          : store === 'qdrant'
            ? { qdrantCollection: name, qdrantServerUrl: text(this.#value(node, 'url')) || 'http://localhost:6333' }
            : { collection: name.replaceAll(/[^\w-]/g, '_') }
    const isOurs = store === 'builtInVectorStore' || (store === 'chroma' && config.chromaURL === '')
    const chosen = isOurs ? 'builtInVectorStore' : store
    return {
      vectorStore: chosen,
      vectorStoreConfig: {
        ...filled(isOurs ? { collection: name.replaceAll(/[^\w-]/g, '_') } : config),
        vectorStore: chosen,
      },
      embeddingModel: embeddings.node,
      embeddingModelConfig: { ...embeddings.config, embeddingModel: embeddings.node },
    }
  }

  #mapStore(node: LangflowNode, output: string): Given {
    const query = this.#input(node, 'search_query')
    const isSearched = query !== NOTHING || output === 'search_results' || output === 'retrieve_data'
    const note = 'The documents are kept on this server. Load them again in a document store.'
    if (!isSearched) {
      for (const source of this.#sources(node, 'ingest_data', 'input_df')) this.#work(source)
      this.#storeRow(node)
      this.#tell(node, 'different', [], note)
      return NOTHING
    }
    const row = this.#storeRow(node)
    const id = this.#addStep(
      node,
      'retrieverAgentflow',
      {
        retrieverKnowledgeVSEmbeddings: [row],
        retrieverQuery: query.text || '{{question}}',
        retrieverTopK: numberOf(this.#value(node, 'number_of_results') ?? this.#value(node, 'top_k')) ?? 4,
        outputFormat: 'text',
      },
      query.from,
    )
    this.#gap(node, id, text(row['embeddingModel']), 'retrieverKnowledgeVSEmbeddings[0].embeddingModel')
    this.#tell(node, 'different', [id], note)
    return { ...this.#said(id), field: () => `{{${id}.output.content}}` }
  }

  #mapTool(node: LangflowNode): Given | string {
    const tool = toolOf(node)
    const users = this.#from.get(node.id) ?? []
    if (
      users.length > 0 &&
      users.every(
        ({ field, output }) =>
          field === 'tools' ||
          field === 'toolkit' ||
          output === 'component_as_tool' ||
          field === 'vectorstoreinfo' ||
          field === 'spec' ||
          field === 'json_agent' ||
          field === 'requests_wrapper',
      )
    ) {
      if (!tool && !this.#report.has(node.id) && !['VectorStoreInfo'].includes(node.type))
        this.#tell(node, 'placeholder', [], `"${node.name}" has no counterpart here. The agent goes on without it.`)
      else this.#used(node, '')
      return NOTHING
    }
    if (!tool) return 'Use the same service by an HTTP step or an MCP server.'
    const query = this.#input(node, 'query', 'search_query', 'input_value', 'expression', 'url')
    const argument = { calculator: 'expression', arxiv: 'query' }[tool.node] ?? 'input'
    const id = this.#addStep(
      node,
      'toolAgentflow',
      {
        toolAgentflowSelectedTool: tool.node,
        toolAgentflowSelectedToolConfig: { ...tool.config, toolAgentflowSelectedTool: tool.node },
        toolInputArgs: [{ inputArgName: argument, inputArgValue: query.text || '{{question}}' }],
      },
      query.from,
    )
    this.#gap(node, id, tool.node, 'toolAgentflowSelectedTool')
    this.#tell(node, 'different', [id], tool.isOther ? 'It works with another service here.' : 'Its results are text.')
    return { ...this.#said(id), isList: true, field: () => `{{${id}.output.content}}` }
  }
}

const BRANCHING = new Set(['ConditionalRouter', 'SmartRouter', 'HumanInput'])

/** Components that are a model, and whose. */
const MODELS: ReadonlyMap<string, string> = new Map([
  ['LanguageModelComponent', ''],
  ['ChatOpenAI', 'OpenAI'],
  ['OpenAI', 'OpenAI'],
  ['OpenAIModel', 'OpenAI'],
  ['OpenAIModelComponent', 'OpenAI'],
  ['AnthropicModel', 'Anthropic'],
  ['ChatAnthropic', 'Anthropic'],
  ['GoogleGenerativeAIModel', 'Google'],
  ['OllamaModel', 'Ollama'],
  ['ChatOllama', 'Ollama'],
  ['GroqModel', 'Groq'],
  ['MistralModel', 'Mistral'],
  ['MistalAIModel', 'Mistral'],
  ['AzureOpenAIModel', 'Azure OpenAI'],
  ['CohereModel', 'Cohere'],
  ['DeepSeekModelComponent', 'DeepSeek'],
  ['OpenRouterComponent', 'OpenRouter'],
  ['PerplexityModel', 'Perplexity'],
  ['NVIDIAModelComponent', 'NVIDIA'],
  ['xAIModel', 'xAI'],
  ['HuggingFaceModel', 'HuggingFace'],
  ['LMStudioModel', 'LMStudio'],
])

const EMBEDDINGS: ReadonlyMap<string, string> = new Map([
  ['EmbeddingModel', ''],
  ['OpenAIEmbeddings', 'OpenAI'],
  ['OllamaEmbeddings', 'Ollama'],
  ['CohereEmbeddings', 'Cohere'],
  ['MistralAIEmbeddings', 'Mistral'],
  ['MistalAIEmbeddings', 'Mistral'],
  ['AzureOpenAIEmbeddings', 'Azure OpenAI'],
  ['GoogleGenerativeAIEmbeddings', 'Google'],
  ['HuggingFaceInferenceAPIEmbeddings', 'HuggingFace'],
])

/** Stores of vectors; those that this product has no client for are kept in its own. */
const STORES: ReadonlyMap<string, string> = new Map([
  ['Chroma', 'chroma'],
  ['AstraDB', 'builtInVectorStore'],
  ['FAISS', 'builtInVectorStore'],
  ['Knowledge', 'builtInVectorStore'],
  ['KnowledgeRetrieval', 'builtInVectorStore'],
  ['LocalDB', 'builtInVectorStore'],
  ['QdrantVectorStoreComponent', 'qdrant'],
  ['Qdrant', 'qdrant'],
  ['Pinecone', 'pinecone'],
  ['Milvus', 'builtInVectorStore'],
  ['pgvector', 'builtInVectorStore'],
])

function providerKey(provider: string): string {
  const key = provider.toLowerCase().replaceAll(/[^a-z]/g, '')
  const known: Readonly<Record<string, string>> = {
    openai: 'openai',
    azureopenai: 'azure',
    google: 'google',
    googlegenerativeai: 'google',
    anthropic: 'anthropic',
    ollama: 'ollama',
    groq: 'groq',
    mistral: 'mistral',
    mistralai: 'mistral',
    cohere: 'cohere',
    deepseek: 'deepseek',
    openrouter: 'openrouter',
    perplexity: 'perplexity',
    nvidia: 'nvidia',
    xai: 'xai',
    huggingface: 'huggingface',
    lmstudio: 'lmstudio',
  }
  return Object.hasOwn(known, key) ? (known[key] ?? key) : provider === '' ? 'openai' : key
}

interface KnownTool {
  node: string
  config: Record<string, unknown>
  isOther?: boolean
}

/** A component as a tool of an agent; nothing for one that nothing here is like. */
function toolOf({ type, template }: LangflowNode): KnownTool | undefined {
  const known: Readonly<Record<string, KnownTool>> = {
    Calculator: { node: 'calculator', config: {} },
    CalculatorComponent: { node: 'calculator', config: {} },
    CalculatorTool: { node: 'calculator', config: {} },
    CurrentDate: { node: 'currentDateTime', config: {} },
    TavilySearchComponent: { node: 'tavilyAPI', config: {} },
    TavilyAISearch: { node: 'tavilyAPI', config: {} },
    TavilySearch: { node: 'tavilyAPI', config: {} },
    UnifiedWebSearch: { node: 'serper', config: {}, isOther: true },
    WebSearch: { node: 'serper', config: {}, isOther: true },
    DuckDuckGoSearchComponent: { node: 'serper', config: {}, isOther: true },
    SearchComponent: { node: 'searchAPI', config: {} },
    SerpAPI: { node: 'serpAPI', config: {} },
    GoogleSerperAPI: { node: 'serper', config: {} },
    ArXivComponent: { node: 'arxiv', config: {} },
    WolframAlphaAPI: { node: 'wolframAlpha', config: {} },
    ExaSearch: { node: 'exaSearch', config: {} },
    URL: { node: 'webScraperTool', config: {} },
    URLComponent: { node: 'webScraperTool', config: {} },
    APIRequest: { node: 'requestsGet', config: {} },
  }
  if (Object.hasOwn(known, type)) return known[type]
  if (type !== 'MCPTools') return undefined
  const server: Json = record(record(record(template['mcp_server'])['value'])['config'])
  const url = text(server['url'])
  return url === ''
    ? undefined
    : { node: 'customMCP', config: { mcpServerConfig: JSON.stringify({ url, headers: {} }, undefined, 2) } }
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      ? ''
      : JSON.stringify(value)
}

/** Text of a setting that is no template there must be none here. */
function braces(written: string): string {
  return written
}
