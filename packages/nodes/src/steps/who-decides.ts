import { options } from '@chatwright/core'

/**
 * Who decides what a step asks; `over` is the input of the same row that holds what is asked about, `guard` the switch of a step that
 * is on from when a tool that writes is chosen.
 */
export const whoDecides = ({
  over,
  guard,
  show,
}: { over?: string; guard?: string; show?: Record<string, unknown> } = {}) =>
  options({
    destination: true,
    label: 'Who Decides',
    description: "Only a reviewer or the owner can change a tool's arguments.",
    default: 'asker',
    optional: true,
    options: [
      { label: 'The person who asks', name: 'asker', description: 'In the chat, with the buttons.' },
      {
        label: 'Reviewers and the owner',
        name: 'reviewers',
        description: 'Under Waiting, or with a review link. The chat shows that a reviewer decides.',
      },
    ],
    decides: { ...(over !== undefined && { over }), ...(guard !== undefined && { guard }) },
    ...(show && { show }),
  })
