import { array, asyncOptions, boolean, code, component, number, options, string } from '@chatwright/core'

/** Inputs that several steps share. Each is declared under a name of its own in every step. */

export const chatModel = (label = 'Model', show?: Record<string, unknown>) =>
  component('BaseChatModel', 'listModels', {
    destination: true,
    matters: 1,
    label,
    description: 'The chat model that is asked, with its own settings.',
    ...(show && { show }),
  })

export const writtenMessages = () =>
  array(
    {
      role: options({
        label: 'Role',
        options: [
          { label: 'System', name: 'system' },
          { label: 'Assistant', name: 'assistant' },
          { label: 'Developer', name: 'developer' },
          { label: 'User', name: 'user' },
        ],
      }),
      content: string({ label: 'Content', rows: 4, optional: true, acceptVariable: true }),
    },
    {
      destination: false,
      matters: 2,
      label: 'Messages',
      description: 'What the model is told besides the conversation. System messages come first, wherever they stand.',
      optional: true,
      acceptVariable: true,
    },
  )

export const enableMemory = () =>
  boolean({
    destination: false,
    label: 'Enable Memory',
    description: 'Show the model what was said before, in this chat and in this run.',
    default: true,
    optional: true,
  })

export const memoryType = (show: Record<string, unknown>) =>
  options({
    destination: false,
    label: 'Memory Type',
    default: 'allMessages',
    optional: true,
    options: [
      { label: 'All Messages', name: 'allMessages', description: 'The whole conversation, word for word.' },
      { label: 'Window Size', name: 'windowSize', description: 'The latest exchanges only.' },
      { label: 'Conversation Summary', name: 'conversationSummary', description: 'A summary of everything.' },
      {
        label: 'Conversation Summary Buffer',
        name: 'conversationSummaryBuffer',
        description: 'The latest messages word for word, older ones as a summary.',
      },
    ],
    show,
  })

export const memoryWindowSize = (show: Record<string, unknown>) =>
  number({
    destination: false,
    label: 'Window Size',
    description: 'How many of the latest exchanges are shown.',
    default: 20,
    min: 1,
    step: 1,
    show,
  })

export const memoryMaxTokens = (show: Record<string, unknown>) =>
  number({
    destination: false,
    label: 'Max Token Limit',
    description: 'How much is shown word for word, in tokens of about four characters.',
    default: 2000,
    min: 1,
    step: 1,
    show,
  })

export const userMessageInput = (show?: Record<string, unknown>) =>
  string({
    destination: false,
    label: 'Input Message',
    description: 'Put to the model after the conversation, as if the person had said it.',
    rows: 4,
    optional: true,
    acceptVariable: true,
    ...(show && { show }),
  })

export const returnResponseAs = () =>
  options({
    destination: false,
    label: 'Return Response As',
    description: 'In whose name later steps find the answer in the conversation.',
    default: 'userMessage',
    options: [
      { label: 'User Message', name: 'userMessage' },
      { label: 'Assistant Message', name: 'assistantMessage' },
    ],
  })

export const outOfMemory = () =>
  boolean({
    destination: false,
    label: 'Keep Out Of Memory',
    description: 'Later steps do not find its answer in the conversation.',
    optional: true,
    additional: true,
  })

export const structuredOutput = (name: string) =>
  array(
    {
      key: string({ label: 'Key', description: 'The name under which other steps find it.' }),
      type: options({
        label: 'Type',
        options: [
          { label: 'String', name: 'string' },
          { label: 'String Array', name: 'stringArray' },
          { label: 'Number', name: 'number' },
          { label: 'Boolean', name: 'boolean' },
          { label: 'Enum', name: 'enum' },
          { label: 'JSON Array', name: 'jsonArray' },
        ],
      }),
      enumValues: string({
        label: 'Enum Values',
        description: 'The values to choose from, separated by commas.',
        placeholder: 'billing, delivery, other',
        optional: true,
        show: { [`${name}[$index].type`]: 'enum' },
      }),
      jsonSchema: code({
        label: 'JSON Schema',
        description: 'What each object of the list holds: its keys, each with type and description.',
        placeholder: '{"task": {"type": "string", "description": "What is to be done"}}',
        language: 'json',
        optional: true,
        show: { [`${name}[$index].type`]: 'jsonArray' },
      }),
      description: string({ label: 'Description', description: 'What the model should put there.', optional: true }),
    },
    {
      destination: false,
      label: 'JSON Structured Output',
      description: 'Make the model answer with these values instead of a text.',
      optional: true,
      acceptVariable: true,
    },
  )

export const stateUpdate = () =>
  array(
    {
      key: asyncOptions('listRuntimeStateKeys', { label: 'Key', freeSolo: true }),
      value: string({
        label: 'Value',
        description: 'What it holds from here on. {{ output }} is what this step came to.',
        acceptVariable: true,
      }),
    },
    {
      destination: false,
      label: 'Update Flow State',
      description: 'Change the state of the flow once this step is done.',
      optional: true,
      acceptVariable: true,
    },
  )
