import { defineNode, isDay, NodeError, number, options, string, type FlowStep } from '@chatwright/core'

const UNIT_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** Farther than anybody plans, and near enough for a date to be written. */
const LONGEST_MS = 10 * 366 * UNIT_MS.days

export default defineNode({
  name: 'waitAgentflow',
  label: 'Wait',
  version: 1,
  category: 'Agent Flows',
  description: 'Pauses the run for a duration or until a date, and then continues.',
  icon: 'step-wait.svg',
  keywords: ['delay', 'sleep', 'pause', 'timer'],
  color: '#94A3B8',
  baseClasses: ['Wait'],
  traits: { step: {} },
  inputs: {
    waitFor: options({
      destination: false,
      label: 'Wait For',
      default: 'time',
      options: [
        { label: 'A time', name: 'time' },
        { label: 'A moment', name: 'moment' },
      ],
    }),
    waitAmount: number({
      destination: false,
      label: 'How Long',
      default: 1,
      min: 0,
      acceptVariable: true,
      show: { waitFor: 'time' },
    }),
    waitUnit: options({
      destination: false,
      label: 'Unit',
      default: 'minutes',
      options: [
        { label: 'Seconds', name: 'seconds' },
        { label: 'Minutes', name: 'minutes' },
        { label: 'Hours', name: 'hours' },
        { label: 'Days', name: 'days' },
      ],
      show: { waitFor: 'time' },
    }),
    waitUntil: string({
      destination: false,
      label: 'Until',
      description: 'A date, with or without a time. It is read as UTC unless it names a time zone.',
      placeholder: '2030-01-31T09:00+01:00',
      acceptVariable: true,
      show: { waitFor: 'moment' },
    }),
  },
  build({ inputs }): FlowStep {
    const { waitFor, waitAmount, waitUnit, waitUntil } = inputs
    return {
      kind: 'step',
      effect: 'pure',
      async run(turn, run) {
        // Kept, so that whoever takes the run up again waits until the same moment.
        const began = await turn.once('began', { label: 'Beginning of the wait', effect: 'pure' }, async ({ now }) =>
          now(),
        )
        const wakeAt = waitFor === 'time' ? began + waitAmount * UNIT_MS[waitUnit] : momentIn(waitUntil)
        if (wakeAt - began > LONGEST_MS) throw tooLong(waitFor === 'time' ? 'waitAmount' : 'waitUntil')
        const until = new Date(wakeAt).toISOString()
        if (wakeAt > run.now()) {
          await turn.ask('time', {
            kind: 'time',
            text: '',
            buttons: [{ type: 'proceed', label: 'Go on now' }],
            wakeAt,
            input: { until },
          })
        }
        return { input: { until }, output: { waitedUntil: until } }
      },
    }
  },
})

function momentIn(text: string | undefined): number {
  const written = text?.trim().replace(' ', 'T') ?? ''
  const hasTime = /T\d{2}:\d{2}/.test(written)
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(written)
  const moment = Date.parse(hasTime && !hasZone ? `${written}Z` : written)
  if (!Number.isNaN(moment) && isDay(written.slice(0, 'yyyy-mm-dd'.length))) return moment
  throw new NodeError(`"${written}" isn't a date to wait for.`, {
    code: 'bad-input',
    field: 'waitUntil',
    hint: 'Enter a date such as 2030-01-31, or a date and time such as 2030-01-31T09:00.',
  })
}

function tooLong(field: string): NodeError {
  return new NodeError('The wait would last longer than ten years.', {
    code: 'bad-input',
    field,
    hint: 'Choose a shorter duration or an earlier date.',
  })
}
