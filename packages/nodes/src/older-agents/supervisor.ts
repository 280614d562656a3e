import { anchor, boolean, number, string } from '@chatwright/core'
import { agentMemory, defineOlderNode, inputModeration, named } from './older-inputs.ts'

export default defineOlderNode({
  name: 'supervisor',
  label: 'Supervisor',
  version: 3,
  category: 'Multi Agents',
  description: 'Leads a team: says which worker acts next, until the request is dealt with.',
  icon: 'step-condition-agent.svg',
  baseClasses: ['Supervisor'],
  inputs: {
    supervisorName: named('Supervisor Name', 'Supervisor'),
    supervisorPrompt: string({
      destination: false,
      label: 'Supervisor Prompt',
      description: '{team_members} stands for the names of the workers.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    model: anchor('BaseChatModel', { label: 'Chat Model', description: 'A model that can call tools.' }),
    agentMemory,
    summarization: boolean({
      destination: false,
      label: 'Summarization',
      description: 'Answer in the words of the supervisor instead of the last worker.',
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
