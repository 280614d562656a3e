import { addTo } from '../shared/groups.ts'
import { parseJson, type EditCatalogue } from '@chatwright/core'
import type { CredentialGap, ImportedFlow, ImportedNode, ImportProblem, Verdict } from '../report.ts'
import { Drawing, type Exit } from '../shared/drawing.ts'
import { layOut } from '../shared/lay-out.ts'
import { addPlaceholder } from '../shared/placeholder.ts'
import { rowOf } from '../shared/structured.ts'
import { isRecord, list, numberOf, quoted, record, text, type Json } from '../shared/values.ts'
import { translatePython } from '../python/translate-python.ts'
import { toolNamed } from './chat-app.ts'
import { readDifyModel } from './models.ts'
import type { DifyApp, DifyNode } from './read.ts'
import { sayText, selectorOf } from './references.ts'

/** How the fields of a step are referred to. */
type Field = (path: readonly string[]) => string | undefined

const hole = (...path: string[]): string => `{{${path.join('.')}}}`

/** A drawn app of Dify, node by node. */
export class DifyMap {
  readonly #app: DifyApp
  readonly #drawing: Drawing
  readonly #nodes = new Map<string, ImportedNode>()
  readonly #problems: ImportProblem[] = []
  readonly #gaps: CredentialGap[] = []
  readonly #fields = new Map<string, Field>()
  readonly #exits = new Map<string, (handle: string) => readonly Exit[]>()
  readonly #containers = new Map<string, string>()
  readonly #state: { key: string; value: string }[] = []

  constructor(app: DifyApp, catalogue: EditCatalogue) {
    this.#app = app
    this.#drawing = new Drawing(catalogue)
  }

  run(): ImportedFlow {
    this.#readVariables()
    for (const node of this.#ordered()) this.#mapNode(node)
    for (const note of this.#app.nodes) if (note.type === 'note') this.#mapNote(note)
    layOut(this.#drawing)
    return {
      name: this.#app.name,
      kind: 'agents',
      nodes: [...this.#nodes.values()],
      problems: this.#problems,
      flow: this.#drawing.flow,
      gaps: this.#gaps,
      examples: list(this.#app.features['suggested_questions']).flatMap((each) =>
        typeof each === 'string' && each !== '' ? [{ question: each }] : [],
      ),
      links: [],
    }
  }

  /** What is kept over a conversation is the flow's state; what the app was set up with, too. */
  #readVariables(): void {
    for (const each of this.#app.conversation)
      this.#state.push({ key: text(each['name']), value: shown(each['value']) })
    for (const each of this.#app.environment) {
      if (each['value_type'] !== 'secret')
        this.#state.push({ key: `env_${text(each['name'])}`, value: shown(each['value']) })
      else
        this.#problems.push({
          code: 'variable',
          message: `Add the variable "${text(each['name'])}": secrets are not in the file.`,
        })
    }
  }

  /** Sources first, containers before what stands in them, and what they hold before what follows. */
  #ordered(): DifyNode[] {
    const nodes = this.#app.nodes.filter(({ type }) => type !== 'note')
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const after = new Map<string, string[]>()
    const add = (from: string, to: string): void => addTo(after, from, to)
    for (const { from, to } of this.#app.edges) add(from, to)
    for (const { id, parent } of nodes) {
      if (parent === undefined || !byId.has(parent)) continue
      add(parent, id)
      for (const { from, to } of this.#app.edges) if (from === parent) add(id, to)
    }
    const waiting = new Map(nodes.map(({ id }) => [id, 0]))
    for (const targets of after.values()) for (const to of targets) waiting.set(to, (waiting.get(to) ?? 0) + 1)
    const order = nodes
      .filter(({ id, type }) => waiting.get(id) === 0 && type === 'start')
      .concat(nodes.filter(({ id, type }) => waiting.get(id) === 0 && type !== 'start'))
    for (const { id } of order) {
      for (const to of after.get(id) ?? []) {
        const left = (waiting.get(to) ?? 0) - 1
        waiting.set(to, left)
        const next = left === 0 ? byId.get(to) : undefined
        if (next) order.push(next)
      }
    }
    const known = new Set(order)
    return [...order, ...nodes.filter((node) => !known.has(node))]
  }

  #tell(node: DifyNode, verdict: Verdict, to: readonly string[], note = ''): void {
    this.#nodes.set(node.id, { name: node.title, type: node.type, verdict, to: [...to], note })
  }

  #container(node: DifyNode): string | undefined {
    return node.parent === undefined ? undefined : this.#containers.get(node.parent)
  }

  #ways(node: DifyNode): Exit[] {
    return this.#app.edges
      .filter(({ to }) => to === node.id)
      .flatMap(({ from, handle }) => this.#exits.get(from)?.(handle) ?? [])
  }

  #connect(node: DifyNode, ways: readonly Exit[], id: string): void {
    for (const way of ways) {
      if (!this.#drawing.connect(way, id))
        this.#problems.push({
          code: 'connection',
          message: `A connection to "${node.title}" was left out.`,
          node: node.title,
          step: id,
        })
    }
  }

  /** Adds the step that stands for a node, at the end of what leads to it. */
  #add(node: DifyNode, step: string, inputs: Record<string, unknown>, fields: Field): string {
    const policy =
      node.data['error_strategy'] === 'fail-branch'
        ? { onError: 'output' }
        : record(node.data['retry_config'])['retry_enabled'] === true
          ? {
              onError: 'retry',
              retries: Math.min(10, Math.max(1, numberOf(record(node.data['retry_config'])['max_retries']) ?? 2)),
            }
          : {}
    const id = this.#drawing.add({
      node: step,
      label: node.title,
      container: this.#container(node),
      inputs: { ...inputs, ...policy },
    })
    this.#connect(node, this.#ways(node), id)
    this.#exits.set(node.id, (handle) => [{ id, ...(handle === 'fail-branch' && { branch: 'error' }) }])
    this.#fields.set(node.id, fields)
    return id
  }

  readonly #resolve = (selector: readonly string[]): string | undefined => {
    const [first = '', ...path] = selector
    const [name = ''] = path
    if (first === 'sys') return SYSTEM[name]
    if (first === 'conversation') return hole('$flow.state', ...path)
    if (first === 'env')
      return this.#state.some(({ key }) => key === `env_${name}`)
        ? hole('$flow.state', `env_${name}`)
        : hole('$vars', name)
    return this.#fields.get(first)?.(path)
  }

  #say(value: unknown, node: DifyNode): string {
    return sayText(value, this.#resolve, (name) =>
      this.#problems.push({
        code: 'reference',
        message: `"${node.title}" refers to "${name}", which nothing here gives.`,
        node: node.title,
      }),
    )
  }

  #read(selector: unknown, node: DifyNode): string {
    const path = selectorOf(selector)
    return path.length === 0 ? '' : this.#say(`{{#${path.join('.')}#}}`, node)
  }

  #placeholder(node: DifyNode, hint: string): void {
    const { id, sentence } = addPlaceholder(this.#drawing, {
      product: 'Dify',
      label: node.title,
      type: node.type,
      hint,
      settings: node.data,
      container: this.#container(node),
    })
    this.#connect(node, this.#ways(node), id)
    this.#exits.set(node.id, () => [{ id }])
    this.#fields.set(node.id, (path) => hole(`${id}.output.content`, ...path))
    this.#problems.push({ code: 'placeholder', message: sentence, node: node.title, step: id })
    this.#tell(node, 'placeholder', [id], sentence)
  }

  #mapNode(node: DifyNode): void {
    const refusal = this.#attempt(node)
    if (refusal !== undefined) this.#placeholder(node, refusal)
  }

  #mapNote(node: DifyNode): void {
    const note = noteText(node.data['text'])
    const id = this.#drawing.add({ node: 'stickyNoteAgentflow', label: 'Sticky Note', inputs: { note } })
    this.#tell(node, 'note', [id])
  }

  /** Why nothing stands for a node; nothing where something does. */
  #attempt(node: DifyNode): string | undefined {
    switch (node.type) {
      case 'start':
        return this.#mapStart(node)
      case 'iteration-start':
      case 'loop-start':
        this.#exits.set(node.id, () => [])
        this.#tell(node, 'dropped', [], 'Containers begin with what stands first in them.')
        return undefined
      case 'llm':
        return this.#mapModel(node)
      case 'answer':
        return this.#mapAnswer(node)
      case 'end':
        return this.#mapEnd(node)
      case 'if-else':
        return this.#mapCases(node)
      case 'code':
        return this.#mapCode(node)
      case 'template-transform':
        return this.#mapTemplate(node)
      case 'http-request':
        return this.#mapRequest(node)
      case 'assigner':
      case 'variable-assigner-v2':
        return this.#mapAssigner(node)
      case 'variable-aggregator':
      case 'variable-assigner':
        return this.#mapAggregator(node)
      case 'parameter-extractor':
        return this.#mapExtractor(node)
      case 'question-classifier':
        return this.#mapClassifier(node)
      case 'iteration':
        return this.#mapIteration(node)
      case 'tool':
        return this.#mapTool(node)
      case 'agent':
        return this.#mapAgent(node)
      case 'document-extractor':
        return this.#mapDocument(node)
      case 'list-operator':
        return this.#mapList(node)
      case 'human-input':
        return this.#mapHuman(node)
      case 'knowledge-retrieval':
        return this.#mapKnowledge(node)
    }
    return 'Replace it with an HTTP step, an MCP tool or code.'
  }

  #mapStart(node: DifyNode): undefined {
    const variables = list(node.data['variables']).map((each) => record(each))
    const isChat = this.#app.mode === 'advanced-chat'
    const named = variables.filter((each) => text(each['variable']) !== '')
    const hasForm = !isChat && named.length > 0
    const hasFile = named.some((each) => text(each['type']).startsWith('file'))
    if (isChat)
      for (const each of named)
        this.#state.push({
          key: text(each['variable']),
          value: shown(each['default'] ?? list(each['options'])[0] ?? ''),
        })
    const id = this.#drawing.add({
      node: 'startAgentflow',
      label: node.title,
      inputs: {
        ...(hasForm && {
          startInputType: 'formInput',
          formTitle: this.#app.name,
          formDescription: ' ',
          formInputTypes: named.map((each) => ({
            type:
              each['type'] === 'number'
                ? 'number'
                : each['type'] === 'select'
                  ? 'options'
                  : each['type'] === 'checkbox'
                    ? 'boolean'
                    : 'string',
            label: text(each['label']) || text(each['variable']),
            name: text(each['variable']),
            ...(each['type'] === 'select' && {
              addOptions: list(each['options']).map((option) => ({ option: text(option) })),
            }),
          })),
        }),
        ...(this.#state.length > 0 && { startState: this.#state.filter(({ key }) => key !== '') }),
        ...(this.#app.conversation.length > 0 && { startPersistState: true }),
      },
    })
    this.#exits.set(node.id, () => [{ id }])
    this.#fields.set(node.id, ([name = '', ...path]) =>
      name.startsWith('sys.') || name === 'sys'
        ? SYSTEM[name.slice(4) || (path[0] ?? '')]
        : isChat
          ? hole('$flow.state', name, ...path)
          : hole('$form', name, ...path),
    )
    const note = hasFile
      ? 'Files are attached to the question, not to a field.'
      : isChat && named.length > 0
        ? "Its fields are values of the flow's state. Change them in the Start step."
        : ''
    this.#tell(node, note === '' ? 'same' : 'different', [id], note)
    return undefined
  }

  #model(
    node: DifyNode,
    value: unknown,
    input: string,
  ): { inputs: Record<string, unknown>; gap: (id: string) => void; note: string } | undefined {
    const read = readDifyModel(value)
    if (!read) return undefined
    const { chosen, isKnown, provider } = read
    return {
      inputs: { [input]: chosen.node, [`${input}Config`]: { ...chosen.config, [input]: chosen.node } },
      note: isKnown ? '' : `Enter the address of "${provider}" in the model's settings.`,
      gap: (id) => {
        const declared = this.#drawing.describe(chosen.node)?.credential
        if (!declared?.credentialNames || declared.optional === true) return
        this.#gaps.push({ name: provider, types: [...declared.credentialNames], step: id, input })
        this.#problems.push({
          code: 'credential',
          message: `Choose a credential for "${node.title}" (${provider}).`,
          node: node.title,
          step: id,
        })
      },
    }
  }

  #mapModel(node: DifyNode): string | undefined {
    const { data } = node
    const model = this.#model(node, data['model'], 'llmModel')
    if (!model) return 'Its model has no counterpart here.'
    const templates = Array.isArray(data['prompt_template']) ? list(data['prompt_template']) : [data['prompt_template']]
    const context =
      record(data['context'])['enabled'] === true ? this.#read(record(data['context'])['variable_selector'], node) : ''
    const messages = templates.map((each) => {
      const { role, text: plain, jinja2_text: jinja, edition_type } = record(each)
      const written = edition_type === 'jinja2' ? text(jinja) : text(plain)
      return {
        role: role === 'assistant' || role === 'system' ? role : 'user',
        content: this.#say(written.replaceAll('{{#context#}}', '\u0000'), node).replaceAll('\u0000', () => context),
      }
    })
    const memory = record(data['memory'])
    const window = record(memory['window'])
    const hasMemory = isRecord(data['memory']) && this.#app.mode === 'advanced-chat'
    const query = text(memory['query_prompt_template'])
    const asksAnyway = messages.some(({ role }) => role === 'user')
    if (hasMemory && query === '' && !asksAnyway) messages.push()
    const structured = record(
      data['structured_output_enabled'] === true ? record(data['structured_output'])['schema'] : undefined,
    )
    const rows = Object.entries(record(structured['properties'])).map(([key, property]) => rowOf(key, property))
    const kept = messages.filter(({ content }) => content.trim() !== '')
    const id = this.#add(
      node,
      'llmAgentflow',
      {
        ...model.inputs,
        llmMessages: kept.length > 0 ? kept : [{ role: 'user', content: '{{question}}' }],
        llmEnableMemory: hasMemory,
        ...(hasMemory &&
          window['enabled'] === true && {
            llmMemoryType: 'windowSize',
            llmMemoryWindowSize: Math.max(1, Math.floor(numberOf(window['size']) ?? 20)),
          }),
        ...(hasMemory &&
          query !== '' &&
          query.trim() !== '{{#sys.query#}}' && { llmUserMessage: this.#say(query, node) }),
        ...(rows.length > 0 && { llmStructuredOutput: rows }),
        llmReturnResponseAs: 'assistantMessage',
      },
      ([name = '', ...path]) =>
        name === 'structured_output'
          ? hole(`${this.#idOf(node)}.output`, ...path)
          : name === 'reasoning_content'
            ? hole(`${this.#idOf(node)}.output.reasonContent.thinking`)
            : hole(`${this.#idOf(node)}.output.content`, ...path),
    )
    model.gap(id)
    this.#steps.set(node.id, id)
    const vision = record(data['vision'])['enabled'] === true
    const note = [
      model.note,
      vision && "Pictures are taken from the chat: allow uploads in the model's settings.",
      templates.some((each) => record(each)['edition_type'] === 'jinja2') &&
        'Its prompt is a Jinja template: use a Template step for what it computes.',
    ]
      .filter(Boolean)
      .join(' ')
    this.#tell(node, note === '' ? 'same' : 'different', [id], note)
    return undefined
  }

  readonly #steps = new Map<string, string>()

  #idOf(node: DifyNode): string {
    return this.#steps.get(node.id) ?? ''
  }

  #mapAnswer(node: DifyNode): undefined {
    const message = this.#say(node.data['answer'], node)
    const isLast = !this.#app.edges.some(({ from }) => from === node.id)
    const ways = this.#ways(node)
    const id = this.#add(
      node,
      'directReplyAgentflow',
      { directReplyMessage: message.trim() === '' ? ' ' : message },
      () => message,
    )
    // An answer ends its way here: what follows goes on beside it.
    if (!isLast) this.#exits.set(node.id, () => ways)
    this.#tell(node, isLast ? 'same' : 'different', [id], isLast ? '' : 'What follows runs beside the answer.')
    return undefined
  }

  #mapEnd(node: DifyNode): undefined {
    const outputs = list(node.data['outputs']).map((each) => record(each))
    const lines = outputs.map((each) => [text(each['variable']), this.#read(each['value_selector'], node)] as const)
    const [only] = lines
    const message = lines.length === 1 && only ? only[1] : lines.map(([name, value]) => `${name}: ${value}`).join('\n')
    const id = this.#add(
      node,
      'directReplyAgentflow',
      { directReplyMessage: message.trim() === '' ? ' ' : message },
      () => undefined,
    )
    this.#tell(
      node,
      lines.length > 1 ? 'different' : 'same',
      [id],
      lines.length > 1 ? 'Its values are lines of one answer.' : '',
    )
    return undefined
  }

  #mapCases(node: DifyNode): undefined {
    const { data } = node
    const given = list(data['cases']).map((each) => record(each))
    const cases =
      given.length > 0
        ? given
        : [{ case_id: 'true', logical_operator: data['logical_operator'], conditions: data['conditions'] }]
    const rows: Record<string, unknown>[] = []
    const codes: string[] = []
    const variables: { variableName: string; variableValue: string }[] = []
    const use = (template: string): string => {
      const known = variables.find(({ variableValue }) => variableValue === template)
      if (known) return `$${known.variableName}`
      const variableName = `in${variables.length}`
      variables.push({ variableName, variableValue: template })
      return `$${variableName}`
    }
    for (const each of cases) {
      const conditions = list(each['conditions']).map((condition) => record(condition))
      const simple = conditions.length === 1 ? this.#row(conditions[0] ?? {}, node) : undefined
      if (simple) rows.push(simple)
      codes.push(
        conditions
          .map((condition) => {
            const one = this.#read(condition['variable_selector'], node)
            const other = this.#say(shown(condition['value']), node)
            return `holds(${use(one)}, ${quoted(text(condition['comparison_operator']))}, ${other.includes('{{') ? use(other) : quoted(other)})`
          })
          .join(each['logical_operator'] === 'or' ? ' || ' : ' && ') || 'true',
      )
    }
    let before: string | undefined
    let all: Record<string, unknown>[] = rows
    if (rows.length < cases.length) {
      const code = `${HOLDS}\nreturn String([${codes.map((code) => `() => ${code}`).join(', ')}].findIndex((each) => each()))`
      before = this.#drawing.add({
        node: 'customFunctionAgentflow',
        label: `Values of ${node.title}`,
        container: this.#container(node),
        inputs: { customFunctionInputVariables: variables, customFunctionJavascriptFunction: code },
      })
      this.#connect(node, this.#ways(node), before)
      all = cases.map((_, index) => ({
        type: 'string',
        value1: `{{${before ?? ''}.output.content}}`,
        operation: 'equal',
        value2: String(index),
      }))
    }
    const id = this.#drawing.add({
      node: 'conditionAgentflow',
      label: node.title,
      container: this.#container(node),
      inputs: { conditions: all },
    })
    this.#connect(node, before === undefined ? this.#ways(node) : [{ id: before }], id)
    const handles = cases.map((each) => text(each['case_id'] ?? each['id'], 'true'))
    this.#exits.set(node.id, (handle) => [
      {
        id,
        branch: String(handle === 'false' || !handles.includes(handle) ? handles.length : handles.indexOf(handle)),
      },
    ])
    this.#fields.set(node.id, () => undefined)
    this.#tell(node, 'same', before === undefined ? [id] : [before, id])
    return undefined
  }

  /** One comparison that a Condition step makes by itself. */
  #row(condition: Json, node: DifyNode): Record<string, unknown> | undefined {
    const operator = text(condition['comparison_operator'])
    const operation = {
      contains: 'contains',
      'not contains': 'notContains',
      'start with': 'startsWith',
      'end with': 'endsWith',
      is: 'equal',
      'is not': 'notEqual',
      '=': 'equal',
      '≠': 'notEqual',
      '>': 'larger',
      '<': 'smaller',
      '≥': 'largerEqual',
      '≤': 'smallerEqual',
    }[operator]
    const value = condition['value']
    if (operation === undefined || Array.isArray(value) || isRecord(value)) return undefined
    const isNumber = ['=', '≠', '>', '<', '≥', '≤'].includes(operator)
    const other = this.#say(shown(value), node)
    if (isNumber && other.includes('{{')) return undefined
    return {
      type: isNumber ? 'number' : 'string',
      value1: this.#read(condition['variable_selector'], node),
      operation,
      value2: isNumber ? (numberOf(other) ?? 0) : other,
    }
  }

  #variables(node: DifyNode): { name: string; value: string; isText: boolean }[] {
    return list(node.data['variables']).map((each) => {
      const { variable, value_selector: selector } = record(each)
      return { name: text(variable), value: this.#read(selector, node), isText: this.#isText(selectorOf(selector)) }
    })
  }

  /** Whether a text is meant even where it looks like JSON. */
  #isText([first = '', field = '']: readonly string[]): boolean {
    const source = this.#app.nodes.find(({ id }) => id === first)
    if (first === 'sys' || (field === 'text' && source?.type !== 'start') || field === 'body') return true
    return (
      text(record(record(source?.data['outputs'])[field])['type']) === 'string' || source?.type === 'template-transform'
    )
  }

  #mapCode(node: DifyNode): string | undefined {
    const { data } = node
    const source = text(data['code'])
    const variables = this.#variables(node)
    const isPython = text(data['code_language'], 'python3').startsWith('python')
    const translated = isPython ? translatePython(source) : { code: source, imports: [] }
    if (!translated)
      return 'It is written in Python that has no counterpart here. Its code is kept; write it in JavaScript.'
    const named = variables
      .map(({ name, isText }) => `${quoted(name)}: ${isText ? 'textOf' : 'valueOf'}($${safe(name)})`)
      .join(', ')
    const call = isPython
      ? `const result = await main(...argumentsFor(main, { ${named} }))`
      : `const result = await main({ ${named} })`
    const code = `${VALUE_OF}\n${isPython ? ARGUMENTS : ''}\n${translated.code}\n${call}\nreturn result`
    const id = this.#add(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: variables.map(({ name, value }) => ({
          variableName: safe(name),
          variableValue: value,
        })),
        customFunctionJavascriptFunction: code,
      },
      (path) => hole(`${this.#idOf(node)}.output.content`, ...path),
    )
    this.#steps.set(node.id, id)
    this.#tell(node, 'code', [id], isPython ? 'Its Python was translated to JavaScript.' : '')
    return undefined
  }

  #mapTemplate(node: DifyNode): undefined {
    const variables = this.#variables(node)
    const id = this.#add(
      node,
      'templateAgentflow',
      {
        templateValues: variables.map(({ name, value }) => ({ name, value })),
        templateText: text(node.data['template']),
      },
      (path) => hole(`${this.#idOf(node)}.output.content`, ...path.slice(1)),
    )
    this.#steps.set(node.id, id)
    this.#tell(node, 'same', [id])
    return undefined
  }

  #mapRequest(node: DifyNode): undefined {
    const { data } = node
    const lines = (value: unknown): { key: string; value: string }[] =>
      text(value)
        .split('\n')
        .flatMap((line) => {
          const cut = line.indexOf(':')
          return cut < 1 ? [] : [{ key: line.slice(0, cut).trim(), value: this.#say(line.slice(cut + 1).trim(), node) }]
        })
    const body = record(data['body'])
    const rows = list(body['data']).map((each) => record(each))
    const type = text(body['type'], 'none')
    const bodyText = typeof body['data'] === 'string' ? body['data'] : rows.map((row) => text(row['value'])).join('')
    const authorization = record(record(data['authorization'])['config'])
    const secret = text(authorization['api_key'])
    const isSigned = text(record(data['authorization'])['type'], 'no-auth') !== 'no-auth'
    const keyed = rows
      .filter((row) => row['type'] !== 'file')
      .map((row) => ({ key: this.#say(row['key'], node), value: this.#say(row['value'], node) }))
    const method = text(data['method'], 'get').toUpperCase()
    const isKnown = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].includes(method)
    const id = this.#add(
      node,
      'httpAgentflow',
      {
        method: isKnown ? method : 'GET',
        url: this.#say(data['url'], node).trim() || 'https://example.com',
        headers: [
          ...lines(data['headers']),
          ...(isSigned && secret.includes('{{#')
            ? [
                {
                  key: text(authorization['header'], 'Authorization') || 'Authorization',
                  value: `${authorization['type'] === 'bearer' ? 'Bearer ' : ''}${this.#say(secret, node)}`,
                },
              ]
            : []),
        ],
        queryParams: lines(data['params']),
        ...(method !== 'GET' &&
          type !== 'none' && {
            bodyType:
              {
                json: 'json',
                'raw-text': 'raw',
                'form-data': 'formData',
                'x-www-form-urlencoded': 'xWwwFormUrlencoded',
              }[type] ?? 'raw',
            body:
              type === 'form-data' || type === 'x-www-form-urlencoded'
                ? keyed.length > 0
                  ? keyed
                  : lines(bodyText)
                : this.#say(bodyText, node),
          }),
        responseType: 'text',
      },
      ([name = '', ...path]) =>
        name === 'status_code'
          ? hole(`${this.#idOf(node)}.output.http.status`)
          : name === 'headers'
            ? hole(`${this.#idOf(node)}.output.http.headers`, ...path)
            : hole(`${this.#idOf(node)}.output.http.data`, ...path),
    )
    this.#steps.set(node.id, id)
    const hasGap = isSigned && !secret.includes('{{#')
    if (hasGap) {
      this.#gaps.push({ name: node.title, types: ['httpBasicAuth', 'httpBearerToken', 'httpApiKey'], step: id })
      this.#problems.push({
        code: 'credential',
        message: `Choose a credential for "${node.title}": secrets are not in the file.`,
        node: node.title,
        step: id,
      })
    }
    this.#tell(
      node,
      hasGap || !isKnown ? 'different' : 'same',
      [id],
      hasGap ? 'Choose how it signs in.' : isKnown ? '' : `It sends GET instead of ${method}.`,
    )
    return undefined
  }

  #mapAssigner(node: DifyNode): string | undefined {
    const { data } = node
    const items = Array.isArray(data['items'])
      ? list(data['items']).map((each) => record(each))
      : [
          {
            variable_selector: data['assigned_variable_selector'],
            value: data['input_variable_selector'],
            operation: data['write_mode'],
            input_type: 'variable',
          },
        ]
    const variables: { variableName: string; variableValue: string }[] = []
    const lines: string[] = []
    for (const [index, item] of items.entries()) {
      const [root, name = ''] = selectorOf(item['variable_selector'])
      if (root !== 'conversation' || name === '')
        return 'It writes to a variable of a loop, which has no counterpart here.'
      variables.push({ variableName: `old${index}`, variableValue: `{{$flow.state.${name}}}` })
      const isConstant = item['input_type'] === 'constant'
      const value = isConstant ? `valueOf(${quoted(item['value'])})` : `valueOf($in${index})`
      if (!isConstant) variables.push({ variableName: `in${index}`, variableValue: this.#read(item['value'], node) })
      const old = `valueOf($old${index})`
      const ways: Readonly<Record<string, string>> = {
        'over-write': value,
        set: `valueOf(${quoted(item['value'])})`,
        clear: `(Array.isArray(${old}) ? [] : typeof ${old} === 'number' ? 0 : '')`,
        append: `[...(Array.isArray(${old}) ? ${old} : []), ${value}]`,
        extend: `[...(Array.isArray(${old}) ? ${old} : []), ...[${value}].flat()]`,
        'remove-first': `(Array.isArray(${old}) ? ${old}.slice(1) : [])`,
        'remove-last': `(Array.isArray(${old}) ? ${old}.slice(0, -1) : [])`,
        '+=': `Number(${old}) + Number(${value})`,
        '-=': `Number(${old}) - Number(${value})`,
        '*=': `Number(${old}) * Number(${value})`,
        '/=': `Number(${old}) / Number(${value})`,
      }
      lines.push(`${quoted(name)}: kept(${ways[text(item['operation'], 'over-write')] ?? value})`)
    }
    const code = `${VALUE_OF}\nconst kept = (value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? '')\nreturn { ${lines.join(', ')} }`
    const id = this.#add(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: variables,
        customFunctionJavascriptFunction: code,
        customFunctionReturnAs: 'state',
      },
      () => undefined,
    )
    this.#tell(node, 'same', [id])
    return undefined
  }

  #mapAggregator(node: DifyNode): undefined {
    const groups =
      record(node.data['advanced_settings'])['group_enabled'] === true
        ? list(record(node.data['advanced_settings'])['groups']).map((each) => record(each))
        : []
    const variables: { variableName: string; variableValue: string }[] = []
    const first = (selectors: unknown): string => {
      const names = list(selectors).map((selector) => {
        variables.push({ variableName: `in${variables.length}`, variableValue: this.#read(selector, node) })
        return `$in${variables.length - 1}`
      })
      return `[${names.join(', ')}].map(valueOf).find((value) => value !== undefined && value !== '')`
    }
    const result =
      groups.length > 0
        ? `({ ${groups.map((group) => `${quoted(text(group['group_name']))}: { output: ${first(group['variables'])} }`).join(', ')} })`
        : first(node.data['variables'])
    const code = `${VALUE_OF}\nconst result = ${result}\nreturn result === undefined ? '' : result`
    const id = this.#add(
      node,
      'customFunctionAgentflow',
      { customFunctionInputVariables: variables, customFunctionJavascriptFunction: code },
      (path) => hole(`${this.#idOf(node)}.output.content`, ...(groups.length > 0 ? path : path.slice(1))),
    )
    this.#steps.set(node.id, id)
    this.#tell(node, 'same', [id])
    return undefined
  }

  #mapExtractor(node: DifyNode): string | undefined {
    const { data } = node
    const model = this.#model(node, data['model'], 'llmModel')
    if (!model) return 'Its model has no counterpart here.'
    const rows = list(data['parameters']).map((each) => {
      const { name, type, description, options, required } = record(each)
      const kind = text(type).startsWith('array[object')
        ? { type: 'array', items: { type: 'object' } }
        : text(type).startsWith('array')
          ? { type: 'array', items: { type: 'string' } }
          : text(type) === 'select'
            ? { type: 'string', enum: list(options) }
            : { type: text(type) === 'bool' ? 'boolean' : text(type) }
      return {
        ...rowOf(text(name), kind),
        description: `${text(description)}${required === true ? '' : ' Leave empty if it is not said.'}`,
      }
    })
    if (rows.length === 0) return 'It extracts nothing.'
    const instruction = this.#say(data['instruction'], node)
    const id = this.#add(
      node,
      'llmAgentflow',
      {
        ...model.inputs,
        llmMessages: [
          {
            role: 'system',
            content: `Extract the values asked for from the text.${instruction === '' ? '' : `\n\n${instruction}`}`,
          },
          { role: 'user', content: this.#read(data['query'], node) || '{{question}}' },
        ],
        llmEnableMemory: false,
        llmStructuredOutput: rows,
        llmReturnResponseAs: 'assistantMessage',
        llmOutOfMemory: true,
      },
      (path) =>
        path[0] === '__is_success' ? '1' : path[0] === '__reason' ? '' : hole(`${this.#idOf(node)}.output`, ...path),
    )
    this.#steps.set(node.id, id)
    model.gap(id)
    this.#tell(node, model.note === '' ? 'same' : 'different', [id], model.note)
    return undefined
  }

  #mapClassifier(node: DifyNode): string | undefined {
    const { data } = node
    const model = this.#model(node, data['model'], 'conditionAgentModel')
    if (!model) return 'Its model has no counterpart here.'
    const classes = list(data['classes']).map((each) => record(each))
    if (classes.length === 0) return 'It has no classes.'
    const id = this.#add(
      node,
      'conditionAgentAgentflow',
      {
        ...model.inputs,
        conditionAgentInstructions:
          this.#say(data['instruction'] ?? data['instructions'], node) || 'Choose the class that fits the text.',
        conditionAgentInput: this.#read(data['query_variable_selector'], node) || '{{question}}',
        conditionAgentScenarios: classes.map((each) => ({
          scenario: this.#say(each['name'], node) || text(each['id']),
        })),
        conditionAgentEnableMemory: false,
      },
      () => hole(`${this.#idOf(node)}.output.content.output`),
    )
    this.#steps.set(node.id, id)
    model.gap(id)
    const ids = classes.map((each) => text(each['id']))
    this.#exits.set(node.id, (handle) => [{ id, branch: String(Math.max(0, ids.indexOf(handle))) }])
    this.#tell(node, model.note === '' ? 'same' : 'different', [id], model.note)
    return undefined
  }

  #mapIteration(node: DifyNode): string | undefined {
    const { data } = node
    const inner = this.#app.nodes.filter(({ parent, type }) => parent === node.id && type !== 'iteration-start')
    if (inner.length === 0) return 'Nothing stands in it.'
    const input = this.#read(data['iterator_selector'], node)
    const prepared = this.#drawing.add({
      node: 'customFunctionAgentflow',
      label: `Items of ${node.title}`,
      container: this.#container(node),
      inputs: {
        customFunctionInputVariables: [{ variableName: 'list', variableValue: input }],
        customFunctionJavascriptFunction: `${VALUE_OF}\nconst list = valueOf($list)\nreturn (Array.isArray(list) ? list : list === undefined || list === '' ? [] : [list]).map((item, index) => ({ item, index }))`,
      },
    })
    this.#connect(node, this.#ways(node), prepared)
    const id = this.#drawing.add({
      node: 'iterationAgentflow',
      label: node.title,
      container: this.#container(node),
      inputs: {
        iterationInput: `{{${prepared}.output.content}}`,
        ...(data['is_parallel'] === true && {
          iterationAtOnce: Math.max(1, Math.min(50, numberOf(data['parallel_nums']) ?? 10)),
        }),
      },
    })
    this.#drawing.connect({ id: prepared }, id)
    this.#containers.set(node.id, id)
    this.#exits.set(node.id, (handle) => (handle === 'fail-branch' ? [] : [{ id }]))
    this.#fields.set(node.id, ([name = '', ...path]) =>
      name === 'item' || name === 'index'
        ? hole('$iteration', name, ...path)
        : hole(`${id}.output.iterationResults`, ...path),
    )
    this.#tell(node, 'same', [prepared, id])
    return undefined
  }

  #mapTool(node: DifyNode): string | undefined {
    const { data } = node
    const parameters = Object.fromEntries(
      Object.entries(record(data['tool_parameters'])).map(([name, given]) => {
        const { type, value } = record(given)
        return [name, type === 'variable' ? this.#read(value, node) : this.#say(shown(value), node)]
      }),
    )
    const [provider, tool] = [text(data['provider_id']), text(data['tool_name'])]
    const settings = record(data['tool_configurations'])
    if (provider.split('/').at(-1) === 'jina' && tool === 'jina_reader') {
      return this.#request(node, `https://r.jina.ai/${parameters['url'] ?? ''}`, 'It reads the page by a request.')
    }
    if (provider.split('/').at(-1) === 'wikipedia') {
      return this.#request(
        node,
        'https://en.wikipedia.org/w/api.php?action=query&format=json&prop=extracts&exintro=1&explaintext=1&generator=search&gsrlimit=3',
        'It searches the English Wikipedia by a request.',
        [{ key: 'gsrsearch', value: parameters['query'] ?? '' }],
      )
    }
    if (tool === 'current_time') {
      const zone = text(settings['timezone'] ?? record(settings['timezone'])['value'], 'UTC') || 'UTC'
      const code = `const parts = Object.fromEntries(new Intl.DateTimeFormat('en-GB', { timeZone: ${quoted(zone)}, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }).formatToParts(new Date()).map(({ type, value }) => [type, value]))\nreturn parts.year + '-' + parts.month + '-' + parts.day + ' ' + parts.hour + ':' + parts.minute + ':' + parts.second`
      const id = this.#add(node, 'customFunctionAgentflow', { customFunctionJavascriptFunction: code }, () =>
        hole(`${this.#idOf(node)}.output.content`),
      )
      this.#steps.set(node.id, id)
      this.#tell(node, 'code', [id])
      return undefined
    }
    const known = toolNamed(provider, tool)
    if (known === undefined) return 'Use the same service by an HTTP step or an MCP server.'
    const input = Object.values(parameters)[0] ?? ''
    const argument = { calculator: 'expression', arxiv: 'query', webScraperTool: 'url' }[known] ?? 'input'
    const id = this.#add(
      node,
      'toolAgentflow',
      {
        toolAgentflowSelectedTool: known,
        toolAgentflowSelectedToolConfig: { toolAgentflowSelectedTool: known },
        toolInputArgs: [{ inputArgName: argument, inputArgValue: input }],
      },
      ([, ...path]) => hole(`${this.#idOf(node)}.output.content`, ...path),
    )
    this.#steps.set(node.id, id)
    const declared = this.#drawing.describe(known)?.credential
    if (declared?.credentialNames && declared.optional !== true) {
      this.#gaps.push({
        name: provider,
        types: [...declared.credentialNames],
        step: id,
        input: 'toolAgentflowSelectedTool',
      })
      this.#problems.push({
        code: 'credential',
        message: `Choose a credential for "${node.title}".`,
        node: node.title,
        step: id,
      })
    }
    this.#tell(node, 'different', [id], 'Check its settings: they are named differently here.')
    return undefined
  }

  #request(node: DifyNode, url: string, note: string, queryParams: { key: string; value: string }[] = []): undefined {
    const id = this.#add(node, 'httpAgentflow', { method: 'GET', url, queryParams, responseType: 'text' }, () =>
      hole(`${this.#idOf(node)}.output.http.data`),
    )
    this.#steps.set(node.id, id)
    this.#tell(node, 'different', [id], note)
    return undefined
  }

  #mapAgent(node: DifyNode): string | undefined {
    const parameters = record(node.data['agent_parameters'])
    const valueOf = (name: string): unknown => record(parameters[name])['value']
    const model = this.#model(node, valueOf('model'), 'agentModel')
    if (!model) return 'Its model has no counterpart here.'
    const missing: string[] = []
    const tools: Record<string, unknown>[] = []
    for (const tool of list(valueOf('tools')).map((each) => record(each))) {
      const known = toolNamed(text(tool['provider_name']), text(tool['tool_name']))
      if (known === undefined) missing.push(text(tool['tool_label'] ?? tool['tool_name'], 'tool'))
      else tools.push({ agentSelectedTool: known, agentSelectedToolConfig: { agentSelectedTool: known } })
    }
    const server = text(valueOf('mcp_server')).trim()
    if (/^https?:\/\//.test(server))
      tools.push({
        agentSelectedTool: 'customMCP',
        agentSelectedToolConfig: {
          mcpServerConfig: JSON.stringify({ url: server, headers: {} }, undefined, 2),
          agentSelectedTool: 'customMCP',
        },
      })
    const query = this.#say(valueOf('query'), node)
    const id = this.#add(
      node,
      'agentAgentflow',
      {
        ...model.inputs,
        agentMessages: [
          { role: 'system', content: this.#say(valueOf('instruction'), node) },
          { role: 'user', content: query || '{{question}}' },
        ].filter(({ content }) => content !== ''),
        agentEnableMemory: false,
        ...(tools.length > 0 && { agentTools: tools }),
        ...(numberOf(valueOf('maximum_iterations')) !== undefined && {
          agentMaxIterations: numberOf(valueOf('maximum_iterations')),
        }),
        agentReturnResponseAs: 'assistantMessage',
      },
      ([, ...path]) => hole(`${this.#idOf(node)}.output.content`, ...path),
    )
    this.#steps.set(node.id, id)
    model.gap(id)
    for (const name of missing)
      this.#problems.push({
        code: 'tool-missing',
        message: `"${node.title}" goes on without the tool "${name}", which has no counterpart here.`,
        node: node.title,
        step: id,
      })
    const note = [model.note, missing.length > 0 && `It goes on without ${missing.join(', ')}.`]
      .filter(Boolean)
      .join(' ')
    this.#tell(node, note === '' ? 'same' : 'different', [id], note)
    return undefined
  }

  #mapDocument(node: DifyNode): undefined {
    const ways = this.#ways(node)
    this.#exits.set(node.id, () => ways)
    this.#fields.set(node.id, () => '{{file_attachment}}')
    this.#tell(node, 'different', [], 'The text of attached files is there in every step.')
    return undefined
  }

  #mapList(node: DifyNode): undefined {
    const { data } = node
    const filter = record(data['filter_by'])
    const [condition] = list(filter['conditions']).map((each) => record(each))
    const lines = [
      `let list = valueOf($list)\nlist = Array.isArray(list) ? list : []`,
      filter['enabled'] === true &&
        condition &&
        `list = list.filter((item) => holds(${text(condition['key']) === '' ? 'item' : `item?.[${quoted(text(condition['key']))}]`}, ${quoted(text(condition['comparison_operator']))}, ${quoted(this.#say(shown(condition['value']), node))}))`,
      record(data['order_by'])['enabled'] === true &&
        `list = [...list].sort((one, other) => { const key = ${quoted(text(record(data['order_by'])['key']))}; const [a, b] = key === '' ? [one, other] : [one?.[key], other?.[key]]; return (a < b ? -1 : a > b ? 1 : 0) * ${record(data['order_by'])['value'] === 'desc' ? -1 : 1} })`,
      record(data['limit'])['enabled'] === true &&
        `list = list.slice(0, ${Math.max(0, numberOf(record(data['limit'])['size']) ?? 10)})`,
      'return { result: list, first_record: list[0] ?? "", last_record: list.at(-1) ?? "" }',
    ].filter(Boolean)
    const id = this.#add(
      node,
      'customFunctionAgentflow',
      {
        customFunctionInputVariables: [{ variableName: 'list', variableValue: this.#read(data['variable'], node) }],
        customFunctionJavascriptFunction: `${VALUE_OF}\n${HOLDS}\n${lines.join('\n')}`,
      },
      (path) => hole(`${this.#idOf(node)}.output.content`, ...path),
    )
    this.#steps.set(node.id, id)
    this.#tell(node, 'code', [id])
    return undefined
  }

  #mapHuman(node: DifyNode): undefined {
    const { data } = node
    const actions = list(data['user_actions']).map((each) => text(record(each)['id']))
    const id = this.#add(
      node,
      'humanInputAgentflow',
      {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: this.#say(data['form_content'], node) || 'Continue?',
      },
      () => hole(`${this.#idOf(node)}.output.content`),
    )
    this.#steps.set(node.id, id)
    this.#exits.set(node.id, (handle) => [{ id, branch: actions.indexOf(handle) > 0 ? '1' : '0' }])
    this.#tell(node, 'different', [id], 'It asks in the chat, with two buttons.')
    return undefined
  }

  #mapKnowledge(node: DifyNode): undefined {
    const { data } = node
    const [dataset = 'documents'] = list(data['dataset_ids']).map((id) => text(id))
    const id = this.#add(
      node,
      'retrieverAgentflow',
      {
        retrieverKnowledgeVSEmbeddings: [
          {
            vectorStore: 'builtInVectorStore',
            vectorStoreConfig: { collection: dataset.replaceAll(/[^\w-]/g, '_'), vectorStore: 'builtInVectorStore' },
            embeddingModel: 'builtInEmbeddings',
            embeddingModelConfig: { embeddingModel: 'builtInEmbeddings' },
          },
        ],
        retrieverQuery: this.#read(data['query_variable_selector'], node) || '{{question}}',
        retrieverTopK: Math.max(1, Math.floor(numberOf(record(data['multiple_retrieval_config'])['top_k']) ?? 4)),
        outputFormat: 'text',
      },
      ([, ...path]) => hole(`${this.#idOf(node)}.output.content`, ...path),
    )
    this.#steps.set(node.id, id)
    const note = `Knowledge is not in the file. Load it into a document store, and choose it in "${node.title}".`
    this.#problems.push({ code: 'knowledge', message: note, node: node.title, step: id })
    this.#tell(node, 'different', [id], note)
    return undefined
  }
}

const SYSTEM: Readonly<Record<string, string>> = {
  query: '{{question}}',
  files: '{{file_attachment}}',
  conversation_id: '{{$flow.chatId}}',
  user_id: '{{$flow.sessionId}}',
  dialogue_count: '{{runtime_messages_length}}',
  app_id: '{{$flow.chatflowId}}',
  workflow_id: '{{$flow.chatflowId}}',
  workflow_run_id: '{{$flow.chatId}}',
}

/** A value that a variable holds as text: JSON where it is that, nothing where no step gave one. */
const VALUE_OF = `const textOf = (value) => (/^\\{\\{[^]*\\}\\}$/.test(value) ? '' : value)
const valueOf = (value) => {
  if (typeof value !== 'string') return value
  if (/^\\{\\{[^]*\\}\\}$/.test(value)) return undefined
  if (!/^\\s*(?:[[{]|-?\\d+(?:\\.\\d+)?\\s*$|true\\s*$|false\\s*$|null\\s*$)/.test(value)) return value
  try { return JSON.parse(value) } catch { return value }
}`

const ARGUMENTS = `const argumentsFor = (main, values) => {
  const names = main.toString().slice(main.toString().indexOf('(') + 1, main.toString().indexOf(')')).split(',').map((name) => name.replace(/=.*/, '').trim()).filter(Boolean)
  return names.map((name) => (name in values ? values[name] : Object.values(values)[names.indexOf(name)]))
}`

const HOLDS = `const holds = (given, operator, wanted) => {
  const one = typeof given === 'string' && /^\\{\\{[^]*\\}\\}$/.test(given) ? '' : given ?? ''
  const text = typeof one === 'string' ? one : JSON.stringify(one)
  switch (operator) {
    case 'contains': return text.includes(wanted)
    case 'not contains': return !text.includes(wanted)
    case 'start with': return text.startsWith(wanted)
    case 'end with': return text.endsWith(wanted)
    case 'is': return text === String(wanted)
    case 'is not': return text !== String(wanted)
    case 'empty': case 'null': case 'not exists': return text === '' || text === '[]' || text === '{}' || text === 'null'
    case 'not empty': case 'not null': case 'exists': return !(text === '' || text === '[]' || text === '{}' || text === 'null')
    case 'in': return String(wanted).includes(text)
    case 'not in': return !String(wanted).includes(text)
    case '=': return Number(text) === Number(wanted)
    case '≠': return Number(text) !== Number(wanted)
    case '>': return Number(text) > Number(wanted)
    case '<': return Number(text) < Number(wanted)
    case '≥': return Number(text) >= Number(wanted)
    case '≤': return Number(text) <= Number(wanted)
    default: return text === String(wanted)
  }
}`

function shown(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}

/** A name that can stand in code. */
function safe(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `v_${name.replaceAll(/\W/g, '_')}`
}

/** The words of a note, which is kept as a tree of an editor's. */
function noteText(value: unknown): string {
  const words = [...text(value).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, each = '']) => {
    try {
      return String(parseJson(`"${each}"`))
    } catch {
      return each
    }
  })
  return words.length > 0 ? words.join('\n') : text(value)
}
