import { options } from '@chatwright/core'

/** Who decides what a step asks; `over` is the input of the same row that holds what is asked about. */
export const whoDecides = ({ over, show }: { over?: string; show?: Record<string, unknown> } = {}) =>
  options({
    destination: true,
    label: 'Who Decides',
    description: 'Other arguments for a tool always come from a reviewer or the owner.',
    default: 'asker',
    optional: true,
    options: [
      { label: 'The person who asks', name: 'asker', description: 'In the chat, with the buttons only.' },
      {
        label: 'Reviewers and the owner',
        name: 'reviewers',
        description: 'Under Waiting, or with a review link. The chat says that a reviewer decides.',
      },
    ],
    decides: { ...(over !== undefined && { over }) },
    ...(show && { show }),
  })
