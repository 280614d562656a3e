/** Small flows of other builders, as their files hold them. */

const set = (name: string, assignments: object[], more: object = {}) => ({
  name,
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  position: [0, 0],
  parameters: { assignments: { assignments }, ...more },
})

/** A question with several names: each is greeted by a model of its own turn, and one answer holds them all. */
export const n8nItems = {
  name: 'Greetings',
  nodes: [
    { name: 'Chat', type: '@n8n/n8n-nodes-langchain.chatTrigger', typeVersion: 1.1, position: [0, 0], parameters: {} },
    {
      name: 'Names',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      position: [200, 0],
      parameters: {
        jsCode: "return $input.first().json.chatInput.split(',').map((name) => ({ json: { name: name.trim() } }))",
      },
    },
    set(
      'Fields',
      [
        {
          name: 'greeted',
          type: 'string',
          value: "={{ $json.name.toTitleCase() }} of {{ $('Chat').item.json.chatInput.length }}",
        },
      ],
      {
        includeOtherFields: true,
      },
    ),
    {
      name: 'Only long',
      type: 'n8n-nodes-base.filter',
      typeVersion: 2.2,
      position: [600, 0],
      parameters: {
        conditions: {
          options: { caseSensitive: true },
          combinator: 'and',
          conditions: [
            { leftValue: '={{ $json.name.length }}', rightValue: 2, operator: { type: 'number', operation: 'gt' } },
          ],
        },
      },
    },
    {
      name: 'Greet',
      type: '@n8n/n8n-nodes-langchain.chainLlm',
      typeVersion: 1.5,
      position: [800, 0],
      parameters: { promptType: 'define', text: '=Greet {{ $json.greeted }}' },
    },
    {
      name: 'Model',
      type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
      typeVersion: 1.2,
      position: [800, 200],
      parameters: { model: { __rl: true, mode: 'list', value: 'gpt-4o-mini' }, options: { temperature: 0.2 } },
    },
    {
      name: 'All',
      type: 'n8n-nodes-base.aggregate',
      typeVersion: 1,
      position: [1000, 0],
      parameters: { aggregate: 'aggregateAllItemData', destinationFieldName: 'greetings' },
    },
    {
      name: 'Note',
      type: 'n8n-nodes-base.stickyNote',
      typeVersion: 1,
      position: [0, 300],
      parameters: { content: 'Greets people' },
    },
    { name: 'Nothing', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [1200, 0], parameters: {} },
  ],
  connections: {
    Chat: { main: [[{ node: 'Names', type: 'main', index: 0 }]] },
    Names: { main: [[{ node: 'Fields', type: 'main', index: 0 }]] },
    Fields: { main: [[{ node: 'Only long', type: 'main', index: 0 }]] },
    'Only long': { main: [[{ node: 'Greet', type: 'main', index: 0 }]] },
    Greet: { main: [[{ node: 'All', type: 'main', index: 0 }]] },
    All: { main: [[{ node: 'Nothing', type: 'main', index: 0 }]] },
    Model: { ai_languageModel: [[{ node: 'Greet', type: 'ai_languageModel', index: 0 }]] },
  },
  pinData: { Chat: [{ json: { chatInput: 'ada, bo, grace' } }] },
}

/** A branch by an If, whose condition no reference can say, and a node that nothing here is like. */
export const n8nBranches = {
  name: 'Branches',
  nodes: [
    { name: 'Chat', type: '@n8n/n8n-nodes-langchain.chatTrigger', typeVersion: 1.1, position: [0, 0], parameters: {} },
    {
      name: 'Long?',
      type: 'n8n-nodes-base.if',
      typeVersion: 2.2,
      position: [200, 0],
      parameters: {
        conditions: {
          combinator: 'or',
          conditions: [
            {
              leftValue: '={{ $json.chatInput.length }}',
              rightValue: 10,
              operator: { type: 'number', operation: 'gt' },
            },
            {
              leftValue: '={{ $json.chatInput }}',
              rightValue: 'long',
              operator: { type: 'string', operation: 'equals' },
            },
          ],
        },
      },
    },
    set('Yes', [{ name: 'answer', type: 'string', value: '=Long: {{ $json.chatInput }}' }]),
    {
      name: 'Fax',
      type: 'n8n-nodes-base.faxMachine',
      typeVersion: 1,
      position: [400, 200],
      parameters: { number: '1' },
    },
  ],
  connections: {
    Chat: { main: [[{ node: 'Long?', type: 'main', index: 0 }]] },
    'Long?': { main: [[{ node: 'Yes', type: 'main', index: 0 }], [{ node: 'Fax', type: 'main', index: 0 }]] },
  },
}

export const difyTriage = `app:
  name: Triage
  mode: advanced-chat
kind: app
version: 0.1.5
workflow:
  conversation_variables:
    - name: topic
      value: none
      value_type: string
  features: {}
  graph:
    nodes:
      - id: 's'
        data: { type: start, title: Start, variables: [] }
      - id: 'm'
        data:
          type: llm
          title: Sort
          model: { provider: openai, name: gpt-4o-mini, mode: chat, completion_params: { temperature: 0.2 } }
          prompt_template:
            - { role: system, text: 'Sort {{#sys.query#}}' }
          context: { enabled: false, variable_selector: [] }
      - id: 'a'
        data: { type: assigner, title: Keep, version: '2', items: [{ variable_selector: [conversation, topic], input_type: variable, operation: over-write, value: [m, text] }] }
      - id: 'i'
        data:
          type: if-else
          title: Is it?
          cases:
            - case_id: 'true'
              logical_operator: and
              conditions: [{ comparison_operator: contains, value: there, variable_selector: [m, text] }]
      - id: 't'
        data:
          type: template-transform
          title: Write
          template: "{% for word in words.split(' ') %}{{ loop.index }}:{{ word | upper }} {% endfor %}"
          variables: [{ variable: words, value_selector: [m, text] }]
      - id: 'y'
        data: { type: answer, title: Answer, answer: '{{#t.output#}}/ {{#conversation.topic#}}', variables: [] }
      - id: 'n'
        data: { type: answer, title: Other, answer: Nothing, variables: [] }
    edges:
      - { source: s, target: m, sourceHandle: source }
      - { source: m, target: a, sourceHandle: source }
      - { source: a, target: i, sourceHandle: source }
      - { source: i, target: t, sourceHandle: 'true' }
      - { source: t, target: y, sourceHandle: source }
      - { source: i, target: n, sourceHandle: 'false' }
`

const component = (id: string, type: string, template: Record<string, unknown>, outputs: string[]) => ({
  id,
  type: 'genericNode',
  position: { x: 0, y: 0 },
  data: {
    id,
    type,
    node: {
      display_name: type,
      template: Object.fromEntries(Object.entries(template).map(([name, value]) => [name, { value, type: 'str' }])),
      outputs: outputs.map((name) => ({ name, types: ['Message'] })),
    },
  },
})

const link = (source: string, output: string, target: string, field: string) => ({
  source,
  target,
  data: { sourceHandle: { id: source, name: output }, targetHandle: { id: target, fieldName: field } },
})

export const langflowPrompt = {
  name: 'Poet',
  last_tested_version: '1.6.0',
  data: {
    nodes: [
      component('in', 'ChatInput', { input_value: 'Hello' }, ['message']),
      component('prompt', 'Prompt', { template: 'Rhyme on {topic} with {{braces}}', topic: '' }, ['prompt']),
      component(
        'model',
        'LanguageModelComponent',
        { provider: 'OpenAI', model_name: 'gpt-4o-mini', system_message: 'You rhyme.' },
        ['text_output', 'model_output'],
      ),
      component('out', 'ChatOutput', { input_value: '' }, ['message']),
    ],
    edges: [
      link('in', 'message', 'prompt', 'topic'),
      link('prompt', 'prompt', 'model', 'input_value'),
      link('model', 'text_output', 'out', 'input_value'),
    ],
  },
}
