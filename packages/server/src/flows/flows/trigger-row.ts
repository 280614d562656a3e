import type { Insertable, Selectable } from 'kysely'
import type { FlowTriggerTable } from '../../ground/db/trigger-tables.ts'

/** A trigger of which nothing is said yet. The one of a flow's Start step has the id of the flow. */
export function newTriggerRow({
  id,
  flowId,
  at,
}: {
  id: string
  flowId: string
  at: string
}): Insertable<FlowTriggerTable> {
  return {
    id,
    chatflow_id: flowId,
    kind: null,
    name: '',
    flow_version: NOT_READ,
    flow_date: '',
    node_id: null,
    cron: null,
    timezone: null,
    end_date: null,
    settings: '{}',
    problem: null,
    is_enabled: 1,
    is_paused: 0,
    is_halted: 0,
    secret: null,
    hands_on_unsigned: 0,
    test_until: null,
    next_due: null,
    last_due: null,
    created_date: at,
    updated_date: at,
  }
}

type Switches = Pick<Selectable<FlowTriggerTable>, 'kind' | 'is_enabled' | 'is_paused' | 'is_halted'>

/**
 * Whether it starts runs. A Start step may change from one kind to the other, so that each kind has a switch of its own: a schedule from
 * a file stays off until its owner turns it on, a webhook is on until it is paused. Halting turns off both.
 */
export function isOn({ kind, is_enabled, is_paused, is_halted }: Switches): boolean {
  return is_halted === 0 && (kind === 'webhook' ? is_paused === 0 : is_enabled === 1)
}

/** Before the first version. */
const NOT_READ = 0
