import { createNode, type Flow } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test } from 'vitest'
import { readSchedule } from './read-schedule.ts'

const { nodes } = await loadCatalogue()
const start = nodes.find(({ name }) => name === 'startAgentflow')

function flowStarting(inputs: Record<string, unknown>): Pick<Flow, 'nodes'> {
  if (!start) throw new Error('The catalogue has no Start')
  const node = createNode(start, { id: 'startAgentflow_0', position: { x: 0, y: 0 } })
  Object.assign(node.data.inputs, { startInputType: 'scheduleInput', scheduleDefaultInput: 'Go', ...inputs })
  return { nodes: [node] }
}

test.each([
  [{ scheduleFrequency: 'hourly', scheduleOnMinute: 5 }, '5 * * * *'],
  [{ scheduleFrequency: 'daily', scheduleOnTime: '09:05' }, '5 9 * * *'],
  [{ scheduleFrequency: 'weekly', scheduleOnTime: '17:30', scheduleOnDayOfWeek: '1, 3' }, '30 17 * * 1,3'],
  [{ scheduleFrequency: 'monthly', scheduleOnTime: '0:00', scheduleOnDayOfMonth: '1,15,L' }, '0 0 1,15,L * *'],
  [{ scheduleType: 'cronExpression', scheduleCronExpression: ' 0 9 * * 1-5 ' }, '0 9 * * 1-5'],
])('%o is %s', (inputs, cron) => {
  expect(readSchedule(flowStarting(inputs))).toMatchObject({ cron, timezone: 'UTC', endDate: null, problem: null })
})

test.each([
  [{}, 'no Frequency'],
  [{ scheduleFrequency: 'daily' }, 'On Time'],
  [{ scheduleFrequency: 'daily', scheduleOnTime: '25:00' }, 'On Time'],
  [{ scheduleFrequency: 'weekly', scheduleOnTime: '09:00' }, 'On Day Of Week'],
  [{ scheduleType: 'cronExpression' }, 'no Cron Expression'],
  [{ scheduleType: 'cronExpression', scheduleCronExpression: 'x' }, '"x"'],
  [{ scheduleFrequency: 'hourly', scheduleTimezone: 'Nowhere' }, '"Nowhere"'],
  [{ scheduleFrequency: 'hourly', scheduleDefaultInput: ' ' }, 'Default Input'],
  [{ scheduleFrequency: 'hourly', scheduleInputMode: 'form', scheduleFormDefaults: '[1]' }, 'Form Defaults'],
])('%o says what is missing', (inputs, words) => {
  expect(readSchedule(flowStarting(inputs))?.problem).toContain(words)
})

test('a flow that begins otherwise has no schedule', () => {
  expect(readSchedule(flowStarting({ startInputType: 'chatInput' }))).toBeUndefined()
  expect(readSchedule({ nodes: [] })).toBeUndefined()
})
