import { defineNode, string, NodeError, type Tool } from '@chatwright/core'

export default defineNode({
  name: 'currentDateTime',
  label: 'CurrentDateTime',
  version: 1,
  category: 'Tools',
  description: 'Tells an agent the current date and time.',
  icon: 'clock.svg',
  keywords: ['date', 'time', 'now', 'today', 'clock'],
  baseClasses: ['Tool', 'StructuredTool', 'Runnable'],
  inputs: {
    timeZone: string({
      destination: false,
      label: 'Time Zone',
      description: 'A time zone such as Europe/Paris. Leave empty for UTC.',
      placeholder: 'Europe/Paris',
      optional: true,
      additional: true,
    }),
  },
  build({ inputs, context }): Tool {
    const timeZone = inputs.timeZone?.trim() || 'UTC'
    const format = formatter(timeZone)
    return {
      kind: 'tool',
      effect: 'reads',
      name: 'current_date_time',
      description: 'Returns the current date, weekday and time.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      async call() {
        const parts = Object.fromEntries(format.formatToParts(context.now()).map(({ type, value }) => [type, value]))
        return JSON.stringify({
          date: `${parts.year}-${parts.month}-${parts.day}`,
          weekday: parts.weekday,
          time: `${parts.hour}:${parts.minute}:${parts.second}`,
          timeZone,
        })
      },
    }
  },
})

function formatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch (cause) {
    throw new NodeError(`"${timeZone}" isn't a time zone.`, {
      code: 'bad-input',
      field: 'timeZone',
      hint: 'Enter a time zone such as Europe/Paris or America/New_York.',
      cause,
    })
  }
}
