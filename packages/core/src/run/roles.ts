import { RIGHTS, type Right } from './asker.ts'

const READS = ['flow.read', 'run.read', 'knowledge.read', 'spend.read'] as const satisfies readonly Right[]

const EDITS = [
  ...READS,
  'flow.edit',
  'flow.publish',
  'flow.run',
  'run.reveal',
  'run.decide',
  'credential.use',
  'knowledge.edit',
  'test.edit',
] as const satisfies readonly Right[]

/** What each role may do. A role is nothing but these words. */
export const ROLES = {
  owner: RIGHTS,
  admin: RIGHTS.filter((right) => right !== 'server.admin'),
  editor: EDITS,
  reviewer: ['run.read', 'run.reveal', 'run.decide', 'flow.run'],
  runner: ['flow.run'],
  viewer: READS,
} as const satisfies Record<string, readonly Right[]>
export type PersonRole = keyof typeof ROLES

export const ROLE_NAMES = Object.keys(ROLES) as [PersonRole, ...PersonRole[]]
