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
  description: 'The nodes connected before this one.',
  list: true,
})

export const ownModel = anchor('BaseChatModel', {
  label: 'Chat Model',
  description: "Used instead of the Start node's model.",
  optional: true,
})

export const tools = anchor('Tool', { label: 'Tools', list: true, optional: true })

export const inputModeration = anchor('Moderation', {
  label: 'Input Moderation',
  description: 'Checks each question before a model sees it.',
  list: true,
  optional: true,
})

export const agentMemory = anchor('BaseCheckpointSaver', {
  label: 'Agent Memory',
  description: 'Lets the flow see earlier questions of the same chat.',
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
  description: 'Sent to the model after the conversation.',
  rows: 4,
  optional: true,
  additional: true,
})

export const promptValues = json({
  destination: false,
  label: 'Format Prompt Values',
  description: 'Values for the variables in braces, such as {"city": "$flow.state.city"}.',
  optional: true,
  acceptVariable: true,
  list: true,
  additional: true,
})

export const conversation = options({
  destination: false,
  label: 'Conversation History',
  description: 'Which part of the conversation the model sees.',
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
  description: 'The maximum number of tool calls before it must answer.',
  min: 1,
  step: 1,
  optional: true,
  additional: true,
})

export const structured = datagrid({
  label: 'JSON Structured Output',
  description: 'Makes the model answer with these values instead of text.',
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
    description: 'The state values to write after this node. $flow.output.content is its answer.',
    datagrid: [
      { field: 'key', headerName: 'Key', editable: true },
      { field: 'value', headerName: 'Value', flex: 1, editable: true },
    ],
    optional: true,
    additional: true,
  }),
  updateStateMemoryCode: code({
    label: 'Update State (Code)',
    description: 'JavaScript that returns the keys to change. Used when the table is empty.',
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
    description:
      'Rows are checked from top to bottom, and the first match picks the output. If nothing matches, End runs.',
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
    description: 'JavaScript that returns the name of an output. Used when the table is empty.',
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
    description: 'Ask for approval before tools are used.',
    optional: true,
  }),
  approvalPrompt: string({
    destination: false,
    label: 'Approval Prompt',
    description: 'Has no effect here. Imported flows may still set it; the reviewer sees the tool and its arguments.',
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
  description: "Not supported. Flows that use it can't run here.",
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
