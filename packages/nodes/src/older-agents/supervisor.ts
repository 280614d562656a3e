import { anchor, boolean, number, string } from '@chatwright/core'
import { agentMemory, defineOlderNode, inputModeration, named } from './older-inputs.ts'

export default defineOlderNode({
  name: 'supervisor',
  label: 'Supervisor',
  version: 3,
  category: 'Multi Agents',
  description: 'Leads a team and picks the worker who acts next, until the request is complete.',
  icon: 'step-condition-agent.svg',
  baseClasses: ['Supervisor'],
  inputs: {
    supervisorName: named('Supervisor Name', 'Supervisor'),
    supervisorPrompt: string({
      destination: false,
      label: 'Supervisor Prompt',
      description: "The prompt. {team_members} is replaced with the workers' names.",
      rows: 4,
      optional: true,
      additional: true,
    }),
    model: anchor('BaseChatModel', { label: 'Chat Model', description: 'A model that supports tool calling.' }),
    agentMemory,
    summarization: boolean({
      destination: false,
      label: 'Summarization',
      description: "Answer in the supervisor's words instead of the last worker's.",
      optional: true,
      additional: true,
    }),
    recursionLimit: number({
      destination: false,
      label: 'Recursion Limit',
      default: 100,
      min: 1,
      optional: true,
      additional: true,
    }),
    inputModeration,
  },
  example: { supervisorName: 'Supervisor' },
})
