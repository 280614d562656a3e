import { array, asyncOptions, boolean, code, component, number, options, string } from '@chatwright/core'

/** Inputs that several steps share. Each is declared under a name of its own in every step. */

export const chatModel = (label = 'Model', show?: Record<string, unknown>) =>
  component('BaseChatModel', 'listModels', {
    destination: true,
    matters: 1,
    label,
    description: 'The chat model to call, with its own settings.',
    ...(show && { show }),
  })

export const writtenMessages = () =>
  array(
    {
      role: options({
        label: 'Role',
        default: 'user',
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
      instructions: true,
      matters: 2,
      label: 'Messages',
      description: 'Sent before the conversation. System messages come first, wherever they are in the list.',
      optional: true,
      acceptVariable: true,
    },
  )

export const enableMemory = () =>
  boolean({
    destination: false,
    label: 'Enable Memory',
    description: 'Include earlier messages of this chat and this run.',
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
      { label: 'Conversation Summary', name: 'conversationSummary', description: 'A summary of the conversation.' },
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
    description: 'The number of recent exchanges to include.',
    default: 20,
    min: 1,
    step: 1,
    show,
  })

export const memoryMaxTokens = (show: Record<string, unknown>) =>
  number({
    destination: false,
    label: 'Max Token Limit',
    description: 'How many tokens to include word for word. A token is about four characters.',
    default: 2000,
    min: 1,
    step: 1,
    show,
  })

export const userMessageInput = (show?: Record<string, unknown>) =>
  string({
    destination: false,
    label: 'Input Message',
    description: "Sent to the model after the conversation, as the user's message.",
    rows: 4,
    optional: true,
    acceptVariable: true,
    ...(show && { show }),
  })

export const returnResponseAs = () =>
  options({
    destination: false,
    label: 'Return Response As',
    description: 'The role under which later steps see the answer in the conversation.',
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
    description: "Later steps don't see this answer in the conversation.",
    optional: true,
    additional: true,
  })

export const structuredOutput = (name: string) =>
  array(
    {
      key: string({ label: 'Key', description: 'The name that other steps use for this value.' }),
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
        description: 'The allowed values, separated by commas.',
        placeholder: 'billing, delivery, other',
        optional: true,
        show: { [`${name}[$index].type`]: 'enum' },
      }),
      jsonSchema: code({
        label: 'JSON Schema',
        description: 'The fields of each object in the list, each with a type and a description.',
        placeholder: '{"task": {"type": "string", "description": "What is to be done"}}',
        language: 'json',
        optional: true,
        show: { [`${name}[$index].type`]: 'jsonArray' },
      }),
      description: string({ label: 'Description', description: 'What the model should fill in.', optional: true }),
    },
    {
      destination: false,
      label: 'JSON Structured Output',
      description: 'Makes the model answer with these values instead of text.',
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
        description: "The new value. {{ output }} is this step's output.",
        acceptVariable: true,
      }),
    },
    {
      destination: false,
      label: 'Update Flow State',
      description: "Updates the flow's state after this step.",
      optional: true,
      acceptVariable: true,
    },
  )
