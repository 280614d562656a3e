import { anchor, boolean, code, datagrid, defineNode, json, number, options, string } from '@chatwright/core'
import type { InputSpecs, NodeDeclaration, NodeDefinition } from '@chatwright/core'

/** Nodes of the first agent kind. A flow of them runs as the steps that it means, so none of them has a value itself. */
export function defineOlderNode<Specs extends InputSpecs>(
  declaration: Omit<NodeDeclaration<Specs>, 'build' | 'traits'> & { ends?: true; branches?: true },
): NodeDefinition {
  const { ends, branches, ...rest } = declaration
  return defineNode({
    ...rest,
    traits: { mapped: ends ? { ends } : {}, ...(branches && { branches }) },
    build: () => undefined,
  })
}

/** Inputs that several of them share. */

const BEFORE = 'Start | Agent | Condition | LLMNode | ToolNode | CustomFunction | ExecuteFlow'

export const before = anchor(BEFORE, {
  label: 'Comes After',
  description: 'The nodes that lead here.',
  list: true,
})

export const ownModel = anchor('BaseChatModel', {
  label: 'Chat Model',
  description: 'Used in place of the one at the Start.',
  optional: true,
})

export const tools = anchor('Tool', { label: 'Tools', list: true, optional: true })

export const inputModeration = anchor('Moderation', {
  label: 'Input Moderation',
  description: 'Checks a question before any model sees it.',
  list: true,
  optional: true,
})

export const agentMemory = anchor('BaseCheckpointSaver', {
  label: 'Agent Memory',
  description: 'Lets the flow know earlier questions of the same chat.',
  optional: true,
})

export const named = (label: string, placeholder: string) => string({ destination: false, label, placeholder })

export const systemPrompt = string({
  destination: false,
  label: 'System Prompt',
  rows: 4,
  optional: true,
})

export const humanPrompt = string({
  destination: false,
  label: 'Human Prompt',
  description: 'Put to the model after the conversation.',
  rows: 4,
  optional: true,
  additional: true,
})

export const promptValues = json({
  destination: false,
  label: 'Format Prompt Values',
  description: 'Values for names in braces, such as {"city": "$flow.state.city"}.',
  optional: true,
  acceptVariable: true,
  list: true,
  additional: true,
})

export const conversation = options({
  destination: false,
  label: 'Conversation History',
  description: 'What the model is shown of the conversation.',
  options: [
    { label: 'User Question', name: 'user_question' },
    { label: 'Last Conversation Message', name: 'last_message' },
    { label: 'All Conversation Messages', name: 'all_messages' },
    { label: 'Empty', name: 'empty' },
  ],
  default: 'all_messages',
  optional: true,
  additional: true,
})

export const maxIterations = number({
  destination: false,
  label: 'Max Iterations',
  description: 'How many times it may use tools before it must answer.',
  min: 1,
  step: 1,
  optional: true,
  additional: true,
})

export const structured = datagrid({
  label: 'JSON Structured Output',
  description: 'Make the model answer with these values instead of a text.',
  datagrid: [
    { field: 'key', headerName: 'Key', editable: true },
    {
      field: 'type',
      headerName: 'Type',
      type: 'singleSelect',
      valueOptions: ['String', 'String Array', 'Number', 'Boolean', 'Enum'],
      editable: true,
    },
    { field: 'enumValues', headerName: 'Enum Values', editable: true },
    { field: 'description', headerName: 'Description', flex: 1, editable: true },
  ],
  optional: true,
  additional: true,
})

export const stateTable = {
  updateStateMemoryUI: datagrid({
    label: 'Update State (Table)',
    description: 'What is written into the state once the node is done; $flow.output.content is what it said.',
    datagrid: [
      { field: 'key', headerName: 'Key', editable: true },
      { field: 'value', headerName: 'Value', flex: 1, editable: true },
    ],
    optional: true,
    additional: true,
  }),
  updateStateMemoryCode: code({
    label: 'Update State (Code)',
    description: 'JavaScript that returns the keys to change. It counts when the table is empty.',
    language: 'js',
    rows: 6,
    optional: true,
    additional: true,
  }),
}

const OPERATIONS = [
  'Contains',
  'Not Contains',
  'Start With',
  'End With',
  'Is',
  'Is Not',
  'Is Empty',
  'Is Not Empty',
  'Greater Than',
  'Less Than',
  'Equal To',
  'Not Equal To',
  'Greater Than or Equal To',
  'Less Than or Equal To',
]

export const conditionInputs = {
  conditionUI: datagrid({
    label: 'Condition (Table)',
    description: 'The first row that holds decides by which output it goes on; without one, by End.',
    datagrid: [
      { field: 'variable', headerName: 'Variable', editable: true },
      { field: 'operation', headerName: 'Operation', type: 'singleSelect', valueOptions: OPERATIONS, editable: true },
      { field: 'value', headerName: 'Value', flex: 1, editable: true },
      { field: 'output', headerName: 'Output Name', editable: true },
    ],
    optional: true,
  }),
  conditionFunction: code({
    label: 'Condition (Code)',
    description: 'JavaScript that returns the name of an output. It counts when the table is empty.',
    language: 'js',
    rows: 6,
    optional: true,
  }),
}

export const conditionOutputs = {
  next: { label: 'Next', baseClasses: ['Condition'] },
  end: { label: 'End', baseClasses: ['Condition'] },
}

export const approvalInputs = {
  interrupt: boolean({
    destination: false,
    label: 'Require Approval',
    description: 'Ask a person before tools are used.',
    optional: true,
  }),
  approvalPrompt: string({
    destination: false,
    label: 'Approval Prompt',
    description: 'Kept so that older flows load as they are. Here the person sees the tool and its arguments.',
    rows: 4,
    optional: true,
    additional: true,
  }),
  approveButtonText: string({
    destination: false,
    label: 'Approve Button Text',
    default: 'Yes',
    optional: true,
    additional: true,
  }),
  rejectButtonText: string({
    destination: false,
    label: 'Reject Button Text',
    default: 'No',
    optional: true,
    additional: true,
  }),
}

export const messageCode = code({
  label: 'Prepend Messages History',
  description: 'Kept so that older flows load as they are. Flows that use it cannot run here.',
  language: 'js',
  rows: 6,
  optional: true,
  additional: true,
})

export const returnValueAs = options({
  destination: false,
  label: 'Return Value As',
  options: [
    { label: 'AI Message', name: 'aiMessage' },
    { label: 'Human Message', name: 'humanMessage' },
    { label: 'State Object', name: 'stateObj' },
  ],
  default: 'aiMessage',
})
