import { json, string, type NodeDefinition } from '@chatwright/core'
import { defineOlderNode } from './older-inputs.ts'

/** Connected to a Start or a supervisor, it lets the flow remember. What is remembered stands with the chats of this server. */
export function defineAgentMemory(name: string, label: string): NodeDefinition {
  return defineOlderNode({
    name,
    label,
    version: 2,
    category: 'Memory',
    description: 'Lets an agent flow remember the chat on this server.',
    icon: 'memory.svg',
    baseClasses: ['AgentMemory', 'BaseCheckpointSaver'],
    inputs: {
      databaseType: string({
        destination: true,
        label: 'Database',
        description: 'Has no effect here. Imported flows may still set it.',
        optional: true,
        additional: true,
      }),
      additionalConfig: json({
        destination: true,
        label: 'Additional Configuration',
        description: 'Has no effect here. Imported flows may still set it.',
        optional: true,
        additional: true,
      }),
    },
  })
}
