import type { FlowOutline } from './outline.ts'

const edges = (...ids: readonly string[]): string[] => ids.slice(1).map((id, index) => `${ids[index] ?? ''} > ${id}`)

/** Agent flows that answer at once: no key, no account. */
export const keylessStepOutlines: readonly FlowOutline[] = [
  {
    id: 'steps-ticket-desk',
    name: 'Ticket desk',
    description: 'Sorts messages by keywords and gives each kind its own answer. Runs right away.',
    usecases: ['Agent flows', 'Support', 'Local'],
    badge: 'new',
    nodes: {
      startAgentflow_0: {},
      conditionAgentflow_0: {
        label: 'What is it about?',
        inputs: {
          conditions: [
            { type: 'string', value1: '{{question}}', operation: 'regex', value2: '[Ii]nvoice|[Bb]ill|[Rr]efund' },
            { type: 'string', value1: '{{question}}', operation: 'contains', value2: 'broken' },
          ],
        },
      },
      directReplyAgentflow_0: {
        label: 'Billing',
        inputs: {
          directReplyMessage: 'Your question about a bill is with accounting. They answer within one working day.',
        },
      },
      directReplyAgentflow_1: {
        label: 'Repairs',
        inputs: {
          directReplyMessage: 'I am sorry that it is broken. Repairs within two years are free: call 555-0134.',
        },
      },
      directReplyAgentflow_2: {
        label: 'Anything else',
        inputs: { directReplyMessage: 'Thank you for writing. Someone will read your message today.' },
      },
    },
    edges: [
      'startAgentflow_0 > conditionAgentflow_0',
      'conditionAgentflow_0:0 > directReplyAgentflow_0',
      'conditionAgentflow_0:1 > directReplyAgentflow_1',
      'conditionAgentflow_0:2 > directReplyAgentflow_2',
    ],
    note: 'Save and write: "My oven is broken." Open the condition to change its keywords.',
  },
  {
    id: 'steps-letter-with-approval',
    name: 'Letter with approval',
    description: 'Drafts a letter and waits for approval. The reviewer can ask for changes.',
    usecases: ['Agent flows', 'Approval', 'Local'],
    nodes: {
      startAgentflow_0: {},
      customFunctionAgentflow_0: {
        label: 'Draft',
        inputs: {
          customFunctionJavascriptFunction: `const name = $input.trim() || 'friend'
return \`Dear \${name},\\n\\nthank you for your order. It leaves our house tomorrow.\\n\\nYour shop\``,
        },
      },
      humanInputAgentflow_0: {
        label: 'May it go?',
        inputs: {
          humanInputDescriptionType: 'fixed',
          humanInputDescription: '{{customFunctionAgentflow_0}}\n\nMay this letter go?',
          humanInputEnableFeedback: true,
        },
      },
      directReplyAgentflow_0: { label: 'Sent', inputs: { directReplyMessage: 'The letter is on its way.' } },
      directReplyAgentflow_1: {
        label: 'Kept back',
        inputs: { directReplyMessage: 'The letter was kept back: {{humanInputAgentflow_0}}' },
      },
    },
    edges: [
      'startAgentflow_0 > customFunctionAgentflow_0',
      'customFunctionAgentflow_0 > humanInputAgentflow_0',
      'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      'humanInputAgentflow_0:1 > directReplyAgentflow_1',
    ],
    note: 'Save and write a name. The run waits until you press a button, even across a restart.',
  },
  {
    id: 'steps-two-looks',
    name: 'Two looks at a text',
    description: 'Runs two functions on a text in parallel and combines their results.',
    usecases: ['Agent flows', 'Functions', 'Local'],
    nodes: {
      startAgentflow_0: {
        inputs: { startState: [{ key: 'findings', value: '', type: 'list' }], startParallel: true },
      },
      customFunctionAgentflow_0: {
        label: 'Count words',
        inputs: {
          customFunctionJavascriptFunction: 'return `${($input.match(/\\S+/g) ?? []).length} words`',
          customFunctionUpdateState: [{ key: 'findings', value: '{{ output }}' }],
        },
      },
      customFunctionAgentflow_1: {
        label: 'Longest word',
        inputs: {
          customFunctionJavascriptFunction:
            "const words = $input.match(/[\\p{L}\\p{N}'-]+/gu) ?? []\nreturn `the longest is ${words.reduce((a, b) => (b.length > a.length ? b : a), '')}`",
          customFunctionUpdateState: [{ key: 'findings', value: '{{ output }}' }],
        },
      },
      customFunctionAgentflow_2: {
        label: 'Put together',
        inputs: { customFunctionJavascriptFunction: "return `Your text: ${$flow.state.findings.join(', ')}.`" },
      },
    },
    edges: [
      'startAgentflow_0 > customFunctionAgentflow_0',
      'startAgentflow_0 > customFunctionAgentflow_1',
      'customFunctionAgentflow_0 > customFunctionAgentflow_2',
      'customFunctionAgentflow_1 > customFunctionAgentflow_2',
    ],
    note: 'Save and send a text. Both functions run in parallel and add to one list in the state.',
  },
  {
    id: 'steps-countdown',
    name: 'Countdown',
    description: 'Repeats a step with a pause between rounds, until the count reaches zero.',
    usecases: ['Agent flows', 'Functions', 'Local'],
    nodes: {
      startAgentflow_0: { inputs: { startState: [{ key: 'left', value: '3' }] } },
      customFunctionAgentflow_0: {
        label: 'Count',
        inputs: {
          customFunctionJavascriptFunction: 'return String(Number($flow.state.left) - 1)',
          customFunctionUpdateState: [{ key: 'left', value: '{{ output }}' }],
        },
      },
      conditionAgentflow_0: {
        label: 'Anything left?',
        inputs: {
          conditions: [{ type: 'number', value1: '{{$flow.state.left}}', operation: 'larger', value2: '0' }],
        },
      },
      loopAgentflow_0: {
        label: 'Again',
        inputs: { loopBackToNode: 'customFunctionAgentflow_0-Count', maxLoopCount: 10 },
      },
      directReplyAgentflow_0: {
        label: 'Done',
        inputs: { directReplyMessage: 'Lift-off after {{loop_count}} more rounds.' },
      },
    },
    edges: [
      ...edges('startAgentflow_0', 'customFunctionAgentflow_0', 'conditionAgentflow_0'),
      'conditionAgentflow_0:0 > loopAgentflow_0',
      'conditionAgentflow_0:1 > directReplyAgentflow_0',
    ],
    note: 'Save and write anything. The state holds the counter, and the loop repeats while the condition is true.',
  },
]

const model = (input: string) => ({
  [input]: 'chatOpenAI',
  [`${input}Config`]: { [input]: 'chatOpenAI', modelName: 'gpt-4o-mini' },
})
const system = (content: string) => [{ role: 'system', content }]
const field = (key: string, description: string, more: object = {}) => ({ key, type: 'string', description, ...more })

/** Agent flows that ask a model: they run once a credential is chosen. */
export const modelStepOutlines: readonly FlowOutline[] = [
  {
    id: 'steps-draft-and-review',
    name: 'Draft, review, improve',
    description: 'One model writes and another reviews, until the reviewer approves.',
    usecases: ['Agent flows', 'Writing'],
    nodes: {
      startAgentflow_0: { inputs: { startState: [{ key: 'remarks', value: 'none yet' }] } },
      llmAgentflow_0: {
        label: 'Writer',
        inputs: {
          ...model('llmModel'),
          llmMessages: system('Write the text that is asked for. Remarks of the reviewer: {{$flow.state.remarks}}'),
          llmReturnResponseAs: 'assistantMessage',
        },
      },
      llmAgentflow_1: {
        label: 'Reviewer',
        inputs: {
          ...model('llmModel'),
          llmMessages: system('You review texts strictly and briefly. This is the text:\n\n{{llmAgentflow_0}}'),
          llmOutOfMemory: true,
          llmStructuredOutput: [
            field('verdict', 'good when nothing need change', { type: 'enum', enumValues: 'good, again' }),
            field('remarks', 'What to change'),
          ],
          llmUpdateState: [{ key: 'remarks', value: '{{ output.remarks }}' }],
        },
      },
      conditionAgentflow_0: {
        label: 'Good enough?',
        inputs: {
          conditions: [
            { type: 'string', value1: '{{llmAgentflow_1.output.verdict}}', operation: 'equal', value2: 'again' },
          ],
        },
      },
      loopAgentflow_0: {
        label: 'Write again',
        inputs: {
          loopBackToNode: 'llmAgentflow_0-Writer',
          maxLoopCount: 3,
          fallbackMessage: '{{llmAgentflow_0}}',
        },
      },
      directReplyAgentflow_0: { label: 'Text', inputs: { directReplyMessage: '{{llmAgentflow_0}}' } },
    },
    edges: [
      ...edges('startAgentflow_0', 'llmAgentflow_0', 'llmAgentflow_1', 'conditionAgentflow_0'),
      'conditionAgentflow_0:0 > loopAgentflow_0',
      'conditionAgentflow_0:1 > directReplyAgentflow_0',
    ],
    note: 'Choose your OpenAI credential in both models, and ask for a short text.',
  },
  {
    id: 'steps-handover',
    name: 'Desk that hands over',
    description: 'A model detects the topic and hands the conversation to the right specialist.',
    usecases: ['Agent flows', 'Support', 'Routing'],
    nodes: {
      startAgentflow_0: {},
      conditionAgentAgentflow_0: {
        label: 'Who can help?',
        inputs: {
          ...model('conditionAgentModel'),
          conditionAgentInstructions: 'Find out what the person wants.',
          conditionAgentInput: '{{question}}',
          conditionAgentScenarios: [
            { scenario: 'Asks about a bill' },
            { scenario: 'Needs technical help' },
            { scenario: 'Anything else' },
          ],
        },
      },
      llmAgentflow_0: {
        label: 'Billing',
        inputs: {
          ...model('llmModel'),
          llmMessages: system('You answer questions about bills, politely and briefly.'),
        },
      },
      llmAgentflow_1: {
        label: 'Technician',
        inputs: { ...model('llmModel'), llmMessages: system('You find out step by step what is broken.') },
      },
      llmAgentflow_2: {
        label: 'Reception',
        inputs: { ...model('llmModel'), llmMessages: system('You are the reception of a small shop.') },
      },
    },
    edges: [
      'startAgentflow_0 > conditionAgentAgentflow_0',
      'conditionAgentAgentflow_0:0 > llmAgentflow_0',
      'conditionAgentAgentflow_0:1 > llmAgentflow_1',
      'conditionAgentAgentflow_0:2 > llmAgentflow_2',
    ],
    note: 'Choose your OpenAI credential in the four models. The last scenario runs if no other fits.',
  },
  {
    id: 'steps-guarded-tools',
    name: 'Tools with approval',
    description: 'An agent that calculates and asks for approval before each tool call.',
    usecases: ['Agent flows', 'Agents', 'Approval'],
    nodes: {
      startAgentflow_0: {},
      agentAgentflow_0: {
        label: 'Accountant',
        inputs: {
          ...model('agentModel'),
          agentMessages: system('You are an accountant. Calculate with the tool, never by yourself.'),
          agentTools: [
            {
              agentSelectedTool: 'calculator',
              agentSelectedToolConfig: { agentSelectedTool: 'calculator' },
              agentSelectedToolRequiresHumanInput: true,
            },
          ],
        },
      },
    },
    edges: ['startAgentflow_0 > agentAgentflow_0'],
    note: 'Choose your OpenAI credential in the agent and ask: "What is 17 % of 2,340?" Allow the call, or change it.',
  },
  {
    id: 'steps-fields-from-a-text',
    name: 'Fields from a text',
    description: 'Extracts the sender and the topic from a message and answers with a form.',
    usecases: ['Agent flows', 'Data'],
    nodes: {
      startAgentflow_0: {},
      llmAgentflow_0: {
        label: 'Read',
        inputs: {
          ...model('llmModel'),
          llmEnableMemory: false,
          llmMessages: [
            ...system('Take the fields out of the message. Add nothing.'),
            { role: 'user', content: '{{question}}' },
          ],
          llmStructuredOutput: [
            field('sender', 'Who wrote it'),
            field('topic', 'What it is about', { type: 'enum', enumValues: 'order, complaint, other' }),
            field('urgent', 'Whether it must be answered today', { type: 'boolean' }),
          ],
        },
      },
      directReplyAgentflow_0: {
        label: 'Form',
        inputs: {
          directReplyMessage:
            '**From** {{llmAgentflow_0.output.sender}}\n\n**About** {{llmAgentflow_0.output.topic}}\n\n**Urgent** {{llmAgentflow_0.output.urgent}}',
        },
      },
    },
    edges: edges('startAgentflow_0', 'llmAgentflow_0', 'directReplyAgentflow_0'),
    note: 'Choose your OpenAI credential in the model, and paste a mail.',
  },
  {
    id: 'steps-team',
    name: 'Team with a supervisor',
    description: 'A supervisor assigns work to a researcher and a writer until the request is complete.',
    usecases: ['Agent flows', 'Agents'],
    nodes: {
      startAgentflow_0: {
        inputs: {
          startState: [
            { key: 'next', value: '' },
            { key: 'task', value: '' },
          ],
        },
      },
      llmAgentflow_0: {
        label: 'Supervisor',
        inputs: {
          ...model('llmModel'),
          llmMessages: system(
            'You lead a researcher and a writer. Say who acts next, or FINISH when the writer has the text.',
          ),
          llmOutOfMemory: true,
          llmStructuredOutput: [
            field('next', 'Who acts next', { type: 'enum', enumValues: 'FINISH, researcher, writer' }),
            field('task', 'What exactly they are to do'),
          ],
          llmUpdateState: [
            { key: 'next', value: '{{ output.next }}' },
            { key: 'task', value: '{{ output.task }}' },
          ],
        },
      },
      conditionAgentflow_0: {
        label: 'Who acts next?',
        inputs: {
          conditions: ['researcher', 'writer'].map((value2) => ({
            type: 'string',
            value1: '{{$flow.state.next}}',
            operation: 'equal',
            value2,
          })),
        },
      },
      agentAgentflow_0: {
        label: 'Researcher',
        inputs: {
          ...model('agentModel'),
          agentMessages: system('You collect facts for the writer.'),
          agentTools: [
            { agentSelectedTool: 'currentDateTime', agentSelectedToolConfig: { agentSelectedTool: 'currentDateTime' } },
          ],
          agentUserMessage: '{{$flow.state.task}}',
        },
      },
      llmAgentflow_1: {
        label: 'Writer',
        inputs: {
          ...model('llmModel'),
          llmMessages: system('You write the answer from what was found.'),
          llmUserMessage: '{{$flow.state.task}}',
        },
      },
      loopAgentflow_0: {
        label: 'Back to the supervisor',
        inputs: {
          loopBackToNode: 'llmAgentflow_0-Supervisor',
          maxLoopCount: 6,
          fallbackMessage: '{{$flow.messages[-1].content}}',
        },
      },
      directReplyAgentflow_0: {
        label: 'Answer',
        inputs: { directReplyMessage: '{{$flow.messages[-1].content}}' },
      },
    },
    edges: [
      ...edges('startAgentflow_0', 'llmAgentflow_0', 'conditionAgentflow_0'),
      'conditionAgentflow_0:0 > agentAgentflow_0',
      'conditionAgentflow_0:1 > llmAgentflow_1',
      'conditionAgentflow_0:2 > directReplyAgentflow_0',
      'agentAgentflow_0 > loopAgentflow_0',
      'llmAgentflow_1 > loopAgentflow_0',
    ],
    note: 'Choose your OpenAI credential in the three models. Give the researcher more tools, such as a web search.',
  },
  {
    id: 'steps-translate-and-check',
    name: 'Translate and check',
    description: 'Translates a text and back again, so you can see what was lost.',
    usecases: ['Agent flows', 'Writing'],
    nodes: {
      startAgentflow_0: {},
      llmAgentflow_0: {
        label: 'To French',
        inputs: {
          ...model('llmModel'),
          llmEnableMemory: false,
          llmMessages: [
            { role: 'user', content: 'Translate into French. Answer with the translation alone.\n\n{{question}}' },
          ],
        },
      },
      llmAgentflow_1: {
        label: 'And back',
        inputs: {
          ...model('llmModel'),
          llmEnableMemory: false,
          llmMessages: [
            {
              role: 'user',
              content: 'Translate into English. Answer with the translation alone.\n\n{{llmAgentflow_0}}',
            },
          ],
        },
      },
      directReplyAgentflow_0: {
        label: 'Both',
        inputs: { directReplyMessage: '{{llmAgentflow_0}}\n\n---\n\nBack again: {{llmAgentflow_1}}' },
      },
    },
    edges: edges('startAgentflow_0', 'llmAgentflow_0', 'llmAgentflow_1', 'directReplyAgentflow_0'),
    note: 'Choose your OpenAI credential in both models, and send a sentence.',
  },
]
